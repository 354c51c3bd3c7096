// SPDX-License-Identifier: MIT
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.*;

/**
 * Prints the URLs of a file that rules stop, as Nutch and Heritrix read them.
 *
 *   java RulesMatch.java nutch|heritrix RULES URLS
 *
 * Nutch's RegexURLFilter takes the first line whose expression is found in the
 * URL; a last line "+." is added.  Heritrix's MatchesListRegexDecideRule
 * rejects a URL that one expression of its list matches from end to end.
 */
public class RulesMatch {
  static final List<Pattern> stops = new ArrayList<>();
  static final List<Boolean> signs = new ArrayList<>();

  static void readNutch(Path file) throws Exception {
    for (String line : Files.readAllLines(file)) {
      char sign = line.isEmpty() ? '#' : line.charAt(0);
      if (sign == '#' || sign == ' ')
        continue;
      if (sign != '+' && sign != '-')
        throw new IOException("Invalid first character: " + line);
      stops.add(Pattern.compile(line.substring(1)));
      signs.add(sign == '+');
    }
  }

  static void readHeritrix(Path file) throws Exception {
    Element bean = DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(file.toFile()).getDocumentElement();
    if (!bean.getTagName().equals("bean") || !bean.getAttribute("class").equals(
        "org.archive.modules.deciderules.MatchesListRegexDecideRule"))
      throw new IOException("no rule");
    NodeList properties = bean.getElementsByTagName("property");
    if (properties.getLength() != 2 || !((Element) properties.item(0))
        .getAttribute("value").equals("REJECT"))
      throw new IOException("no decision");
    NodeList values = bean.getElementsByTagName("*");
    for (int i = 0; i < values.getLength(); i++)
      if (values.item(i).getNodeName().equals("value"))
        stops.add(Pattern.compile(values.item(i).getTextContent()));
  }

  static boolean isStopped(boolean nutch, String url) {
    for (int i = 0; i < stops.size(); i++)
      if (nutch ? stops.get(i).matcher(url).find()
          : stops.get(i).matcher(url).matches())
        return !nutch || !signs.get(i);
    return false;
  }

  public static void main(String[] arguments) throws Exception {
    boolean nutch = arguments[0].equals("nutch");
    if (nutch)
      readNutch(Paths.get(arguments[1]));
    else
      readHeritrix(Paths.get(arguments[1]));
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out),
        false, "UTF-8");
    for (String url : new String(Files.readAllBytes(Paths.get(arguments[2])),
        StandardCharsets.UTF_8).split("\n"))
      if (isStopped(nutch, url))
        out.print(url + "\n");
    out.flush();
  }
}
