# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# nutch_fetch.sh - what Nutch needs to fetch pages of the served web
#
#	. "$here/nutch.sh"
#	. "$here/crawl.sh"
#	. "$here/nutch_fetch.sh"
#	nutch fetcher.Fetcher SEGMENT
#
# Its plugins are not on Maven Central: the one here gets pages by the proxy,
# obeys robots.txt, calls answers what lib-http calls them, and sorts pages by
# their scores, as scoring-opic does.

# shellcheck disable=SC2154 # of the scripts

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
cp "$here/Score.java" .
cat >Http.java <<'END'
import crawlercommons.robots.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.*;

/** Gets pages by the proxy of the environment. */
public class Http implements Protocol {
  private Configuration configuration;
  private static final Map<String, BaseRobotRules> rules =
      new ConcurrentHashMap<>();

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
      BaseRobotRules known = rules.get(url.getHost());
      if (known != null)
        return known;
      byte[] body = open(url).getInputStream().readAllBytes();
      known = new SimpleRobotRulesParser().parseContent(url.toString(), body,
          "text/plain", "test");
      rules.put(url.getHost(), known);
      return known;
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

# nutch CLASS OPERAND... - runs one of its programs; $log4j is the file of its
# patterns, or empty
nutch() {
	class=org.apache.nutch.$1
	shift
	TZ=UTC java -Xmx400m \
		${log4j:+"-Dlog4j.configuration=file:$log4j"} \
		-cp ".:$jars/*" "$class" "-Dplugin.folders=$folder/plugins" \
		-Dplugin.includes='.*' -Dhttp.agent.name=test \
		-Dfetcher.server.delay=0 -Dfetcher.threads.per.queue=50 \
		-Dhttp.robots.agents=test "$@" \
		>>"$log" 2>&1 || echo "# $class: status $?, see $log"
}
