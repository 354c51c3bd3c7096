// SPDX-License-Identifier: MIT
//! driver THREADS GRAPH - webgraph-rs, as driver.h says, but that GRAPH is a
//! BVGraph:
//!
//!     decode N       decodes all links in order, N times
//!
//! Everything runs on one thread, as the program `webgraph bench` does it.

use anyhow::{Context, Result};
use dsi_bitstream::prelude::BE;
use lender::prelude::*;
use std::io::{BufRead, Write};
use std::time::Instant;
use webgraph::prelude::*;

fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes to time.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let name = arguments.get(2).context("usage: driver THREADS GRAPH")?;
    let start = Instant::now();
    let graph = BvGraphSeq::with_basename(name)
        .endianness::<BE>()
        .mode::<LoadMem>()
        .load()?;
    println!("ready {}", start.elapsed().as_secs_f64());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let times: u64 = line
            .split_once(' ')
            .context("a task and its argument")?
            .1
            .parse()?;
        let (before, start) = (cpu(), Instant::now());
        let mut links = 0;
        for _ in 0..times {
            let mut rows = graph.iter();
            while let Some((_, successors)) = rows.next() {
                links += successors.into_iter().count();
            }
        }
        let wall = start.elapsed().as_secs_f64();
        println!("answer {:.9} {:.9} {}", cpu() - before, wall, links);
        std::io::stdout().flush()?;
    }
    Ok(())
}
