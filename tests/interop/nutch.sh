# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# nutch.sh - installs Nutch: sets $jars, and $log for what its programs say
#
#	. "$here/lib.sh"
#	. "$here/nutch.sh"
#
# Maven installs it (83 MB with Hadoop) into $CACHE, without its plugins.

# shellcheck disable=SC2034 # for the scripts

need_program javac
NUTCH=1.20
HADOOP=3.3.4
log=$CACHE/nutch.log
hadoop=org.apache.hadoop:hadoop
TIKA=2.9.0
need_jars "nutch-$NUTCH-$HADOOP-$TIKA" "org.apache.nutch:nutch:$NUTCH" \
	"org.apache.tika:tika-core:$TIKA" commons-io:commons-io:2.13.0 \
	org.slf4j:slf4j-api:1.7.36 \
	"$hadoop-common:$HADOOP" "$hadoop-mapreduce-client-core:$HADOOP" \
	"$hadoop-mapreduce-client-common:$HADOOP" \
	"$hadoop-mapreduce-client-jobclient:$HADOOP" \
	org.apache.commons:commons-jexl3:3.2.1
