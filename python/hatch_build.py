# SPDX-License-Identifier: MIT
"""The filters in the wheel: built by make, from the sources beside this file.

With SEEDPIPE_PURE=1 in the environment, the wheel has the module only.
"""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from tempfile import mkdtemp

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Filters(BuildHookInterface):
    """Adds what "make install" installs: programs as scripts, which pip puts
    on PATH as they are, and the rest below share."""

    def initialize(self, version, build_data):
        if self.target_name != "wheel" or os.environ.get("SEEDPIPE_PURE"):
            return
        here = Path(self.root)
        # A source package has the sources inside.
        source = here / "source" if (here / "source").is_dir() else here.parent
        self.stage = Path(mkdtemp())
        subprocess.run(
            ["make", "-C", source, f"-j{os.cpu_count()}", "install",
             f"DESTDIR={self.stage}", "PREFIX=/"], check=True, stdout=2)
        build_data["shared_scripts"] = {str(self.stage / "bin"): "/"}
        build_data["shared_data"] = {
            str(folder): f"share/{folder.name}"
            for folder in (self.stage / "share").iterdir()
            if folder.name != "doc"}
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version, build_data, artifact_path):
        if hasattr(self, "stage"):
            shutil.rmtree(self.stage)
