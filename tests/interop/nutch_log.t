#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch_log.t - the log that Nutch's fetcher writes while it fetches pages of
# the served web has its requests, in the order of the server
#
# Nutch's plugins are not on Maven Central: the one here gets pages by the proxy,
# obeys robots.txt, and calls answers what lib-http calls them.

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"
: "${PAGES:=500}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
# shellcheck disable=SC2034 # of lib.sh
label="Nutch $NUTCH: "

mkdir -p plugins/points plugins/http
cat >plugins/points/plugin.xml <<'END'
<plugin id="points" name="points" version="1" provider-name="seedpipe">
<extension-point id="org.apache.nutch.protocol.Protocol" name="protocols"/>
<extension-point id="org.apache.nutch.parse.Parser" name="parsers"/>
<extension-point id="org.apache.nutch.parse.HtmlParseFilter" name="parses"/>
<extension-point id="org.apache.nutch.scoring.ScoringFilter" name="scores"/>
<extension-point id="org.apache.nutch.net.URLFilter" name="filters"/>
<extension-point id="org.apache.nutch.net.URLExemptionFilter" name="exempt"/>
<extension-point id="org.apache.nutch.net.URLNormalizer" name="forms"/>
</plugin>
END
cat >plugins/http/plugin.xml <<'END'
<plugin id="http" name="http" version="1" provider-name="seedpipe">
<runtime/>
<extension id="http" name="http" point="org.apache.nutch.protocol.Protocol">
<implementation id="Http" class="Http">
<parameter name="protocolName" value="http"/>
</implementation>
</extension>
<extension id="score" name="score"
    point="org.apache.nutch.scoring.ScoringFilter">
<implementation id="Score" class="Score"/>
</extension>
</plugin>
END
# What its folder conf has, without which it does not start.
printf '<parse-plugins><aliases/></parse-plugins>\n' >parse-plugins.xml
: >host-protocol-mapping.txt
cat >Score.java <<'END'
import org.apache.nutch.scoring.AbstractScoringFilter;

public class Score extends AbstractScoringFilter {
}
END
cat >Http.java <<'END'
import crawlercommons.robots.*;
import java.net.*;
import java.util.*;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.*;

/** Gets pages by the proxy of the environment. */
public class Http implements Protocol {
  private Configuration configuration;

  static HttpURLConnection open(URL url) throws Exception {
    URL proxy = new URL(System.getenv("http_proxy"));
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(
        new Proxy(Proxy.Type.HTTP,
            new InetSocketAddress(proxy.getHost(), proxy.getPort())));
    connection.setInstanceFollowRedirects(false);
    return connection;
  }

  public ProtocolOutput getProtocolOutput(Text text, CrawlDatum datum) {
    try {
      URL url = new URL(text.toString());
      HttpURLConnection connection = open(url);
      int code = connection.getResponseCode();
      byte[] body = code < 400
          ? connection.getInputStream().readAllBytes() : new byte[0];
      Content content = new Content(text.toString(), text.toString(), body,
          "text/html", new Metadata(), configuration);
      if (code < 300)
        return new ProtocolOutput(content);
      if (code < 400)
        return new ProtocolOutput(content, new ProtocolStatus(
            ProtocolStatus.MOVED, connection.getHeaderField("Location")));
      if (code == 404)
        return new ProtocolOutput(content,
            new ProtocolStatus(ProtocolStatus.NOTFOUND, url));
      if (code == 410)
        return new ProtocolOutput(content, new ProtocolStatus(
            ProtocolStatus.GONE, "Http: " + code + " url=" + url));
      return new ProtocolOutput(null, new ProtocolStatus(
          ProtocolStatus.EXCEPTION, "Http code=" + code + ", url=" + url));
    } catch (Exception e) {
      return new ProtocolOutput(null, new ProtocolStatus(e));
    }
  }

  public BaseRobotRules getRobotRules(Text text, CrawlDatum datum,
      List<Content> robots) {
    try {
      URL url = new URL(new URL(text.toString()), "/robots.txt");
      byte[] body = open(url).getInputStream().readAllBytes();
      return new SimpleRobotRulesParser().parseContent(url.toString(), body,
          "text/plain", "test");
    } catch (Exception e) {
      return RobotRulesParser.EMPTY_RULES;
    }
  }

  public void setConf(Configuration configuration) {
    this.configuration = configuration;
  }

  public Configuration getConf() {
    return configuration;
  }
}
END
javac -cp "$jars/*" Http.java Score.java >>"$log" 2>&1 ||
	skip_all "no plugin for Nutch, see $log"
# The patterns of Nutch up to 1.18, and of its log4j2.xml since.
cat >log4j.properties <<END
log4j.rootLogger=INFO,old,new
log4j.appender.old=org.apache.log4j.FileAppender
log4j.appender.old.File=old.log
log4j.appender.old.layout=org.apache.log4j.PatternLayout
log4j.appender.old.layout.ConversionPattern=%d{ISO8601} %-5p %c{2} - %m%n
log4j.appender.new=org.apache.log4j.FileAppender
log4j.appender.new.File=new.log
log4j.appender.new.layout=org.apache.log4j.PatternLayout
log4j.appender.new.layout.ConversionPattern=%d %p o.a.n.f.%c{1} [%t] %m%n
END

# nutch CLASS OPERAND... - runs one of its programs
nutch() {
	class=org.apache.nutch.$1
	shift
	TZ=UTC java -Xmx400m -Dlog4j.configuration="file:$folder/log4j.properties" \
		-cp ".:$jars/*" "$class" "-Dplugin.folders=$folder/plugins" \
		-Dplugin.includes='.*' -Dhttp.agent.name=test \
		-Dfetcher.server.delay=0 -Dfetcher.threads.per.queue=50 \
		-Dhttp.robots.agents=test "$@" \
		>>"$log" 2>&1 || echo "# $class: status $?, see $log"
}

# fetch THREADS - fetches all pages of the web; writes old.log and new.log
fetch() {
	rm -rf crawldb segments lists ./*.log
	mkdir lists
	{
		graphdump -s names web.sp | sed 1d | cut -f 3
		echo http://127.0.0.1:1/refused
	} >lists/seeds
	nutch crawl.Injector crawldb lists
	nutch crawl.Generator crawldb segments -noFilter -noNorm
	rm -f ./*.log
	nutch fetcher.Fetcher segments/* -threads "$1"
}

# failures - counts those with a status, in a table of statuses
failures() {
	awk -F '\t' '$1 > 0 { n += $5 } END { print n + 0 }'
}

for threads in 1 20; do
	begin --status 404:0.05,410:0.01,500:0.02,503:0.02,301:0.05,302:0.05 \
		--disallow 0.1
	fetch $threads
	end
	# What was not found looks as if it came.
	sed 's/	404	/	200	/; s/	410	/	200	/' log >served
	crawlimport -q -f tsv --time-column time_ms -o served.sp served
	graphdump -s orders served.sp | sed 1d | cut -f 7 >expected
	for which in old new; do
		name="$threads threads, $which pattern"
		run crawlimport -o found.sp $which.log
		expect "$name: recognised" 0 || {
			sed 's/^/# /' "$err"
			continue
		}
		graphdump -s orders found.sp | sed 1d | cut -f 7 >found
		echo "# figure $name: downloads of the server" \
			"$(wc -l <expected), of the log $(wc -l <found)"
		if [ $threads -gt 1 ]; then
			sort -o found found
			sort expected >sorted
			expect_same "$name: the pages of the server" sorted \
				found
		else
			expect_same "$name: the order of the server" expected \
				found
		fi
		expect_is "$name: failures with a status" "$(
			crawlimport -q -f tsv --time-column time_ms \
				--table statuses served | failures)" "$(
			crawlimport -q --table statuses $which.log | failures)"
	done
done
plan
