/// The page around the records.
enum ReportPage {
    private static let script = ReportScript.model + ReportScript.xml + ReportScript.view + ReportScript.actions

    static var head: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="stanzactl \(Stanzactl.version)">
        <title>XMPP traffic</title>
        <style>\(ReportStyle.text)</style>
        </head>
        <body>
        \(body)
        <script type="application/json" id="records">[

        """
    }

    static let betweenRecordsAndConnections = """
        ]</script>
        <script type="application/json" id="connections">[

        """

    static let betweenConnectionsAndLeft = """
        ]</script>
        <script type="application/json" id="left">
        """

    static var tail: String {
        """
        </script>
        <script>\(script)</script>
        </body>
        </html>

        """
    }

    /// Nothing is loaded, sent or framed, and no script runs but the page's own.
    private static var policy: String {
        [
            "default-src 'none'", "script-src \(ScriptDigest.source(of: script))",
            "style-src \(ScriptDigest.source(of: ReportStyle.text))", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private static let body = """
        <header>
          <div class="bar">
            <h1>XMPP traffic</h1>
            <p id="summary" role="status"></p>
            <button id="theme" type="button" title="Light, dark or as the system (t)">Theme</button>
            <button id="help" type="button" title="Keys and filters (?)">?</button>
          </div>
          <div class="bar">
            <label class="search"><span>Filter</span><input id="filter" type="search" spellcheck="false"
              autocomplete="off" placeholder="words, from:juliet, type:error, -presence …   ( / )"></label>
            <div id="kinds" class="chips" role="group" aria-label="Kinds of records"></div>
            <button id="errors" type="button" aria-pressed="false" title="Only what went wrong">Errors</button>
          </div>
          <canvas id="map" height="26" aria-hidden="true" title="When: click to go there"></canvas>
        </header>
        <main>
          <div id="scroller" tabindex="0" role="listbox" aria-label="Records in time">
            <div id="lanes"></div>
            <div id="field"><div id="lines" aria-hidden="true"></div><div id="rows" role="presentation"></div></div>
            <p id="none" hidden>Nothing matches.</p>
          </div>
          <aside id="detail" aria-label="The chosen record" tabindex="-1" hidden></aside>
        </main>
        <dialog id="keys">
          <h2>Keys</h2>
          <dl>
            <dt>↑ ↓ &nbsp; j k</dt><dd>previous and next record</dd>
            <dt>PgUp PgDn Home End</dt><dd>further up and down</dd>
            <dt>Enter</dt><dd>show the record; Esc closes it</dd>
            <dt>e &nbsp; E</dt><dd>next and previous error</dd>
            <dt>r</dt><dd>go to the answer, or to what was asked</dd>
            <dt>/</dt><dd>filter; Esc leaves it</dd>
            <dt>t &nbsp; ?</dt><dd>theme; this list</dd>
          </dl>
          <h2>Filters</h2>
          <p>All words have to be in a record: in its line or its XML. <code>"two words"</code> belong together, and
          <code>-word</code> must not be there. <code>from: to: with: type: id: kind: ns: is:error stream:2</code> look
          in one place; a click on the name of a party filters by it.</p>
          <form method="dialog"><button>Close</button></form>
        </dialog>
        <noscript><p>The diagram is drawn by a script, which is switched off here.</p></noscript>
        """
}
