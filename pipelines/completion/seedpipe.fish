# fish completion of seedpipe: commands and filters, then options of a command
set -l pipes seeds next report
function __seedpipe_filters
	seedpipe 2>/dev/null | string replace -rf '^  ([a-z]+)  +(.*)' '$1\t$2'
end
complete -c seedpipe -n __fish_use_subcommand -f -a 'seeds next report help'
complete -c seedpipe -n __fish_use_subcommand -f -a '(__seedpipe_filters)'
complete -c seedpipe -n '__fish_seen_subcommand_from help' -f \
	-a '(__seedpipe_filters)'
set -l when "__fish_seen_subcommand_from $pipes"
complete -c seedpipe -n $when -s o -l output -r -d 'write to FILE; report: to a folder'
complete -c seedpipe -n $when -l to -x -d 'format of the list' -a 'stream text heritrix heritrix-precedence surt nutch stormcrawler urlfrontier browsertrix scrapy'
complete -c seedpipe -n $when -l count -x -d 'seeds, or pages of the batch'
complete -c seedpipe -n $when -l yield -x -d 'pick seeds by the PageRank that a crawl has'
complete -c seedpipe -n $when -l log -r -d 'a log of the crawl'
complete -c seedpipe -n $when -l per-host -x -d 'most pages from one host, or none'
complete -c seedpipe -n $when -l keep -r -d 'keep the graph that is made of the archives'
complete -c seedpipe -n $when -s n -l dry-run -d 'print the pipe, and do not run it'
complete -c seedpipe -n $when -s q -l quiet -d 'print neither the pipe nor warnings'
complete -c seedpipe -n $when -s h -l help -d 'print the help'
complete -c seedpipe -s V -l version -d 'print the version'
