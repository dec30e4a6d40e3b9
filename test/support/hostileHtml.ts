import fc from "fast-check";
import { casesOf, readJson, sampled } from "./corpora";

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((each) => each.join(""));
const some = (part: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(part, { minLength, maxLength }).map((each) => each.join(""));

const script = oneOf("alert(1)", "alert`1`", "top.document.title=1", "fetch('//evil.example')");
/** The name of a scheme as parsers read it, not as people do. */
const scheme = oneOf(
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "\u0001javascript:",
  "&#106;avascript&colon;",
  "&#x6A&#x61vascript:",
  "vbscript:",
  "data:text/html,",
  "data:text/html;base64,",
  "command:workbench.action.terminal.new?",
  "//evil.example/",
  "https://evil.example/",
);
const address = joined(scheme, script);
const gap = oneOf(" ", "\t", "\n", "/", " / ", "\f");
const quote = oneOf('"', "'", "");
const event = oneOf(
  "onerror",
  "onload",
  "onclick",
  "ONFOCUS",
  "onbegin",
  "ontoggle",
  "on\u0000load",
);
const quoted = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.tuple(name, quote, value).map(([each, mark, text]) => `${each}=${mark}${text}${mark}`);
const attribute = fc.oneof(
  quoted(event, script),
  quoted(oneOf("href", "src", "xlink:href", "action", "formaction", "poster", "data"), address),
  quoted(oneOf("srcset"), oneOf("//evil.example/a 1x", "https://evil.example/b 2w")),
  quoted(oneOf("style"), oneOf("background:url(//evil.example)", "x:expression(alert(1))")),
  quoted(oneOf("id", "name"), oneOf("app", "body", "acquireVsCodeApi", "__proto__", "question")),
  oneOf("autofocus", "tabindex=0", "srcdoc=<b>", "is=x", "slot=x", "contenteditable", "popover"),
);
const attributes = some(joined(gap, attribute), 0, 3);
const name = oneOf(
  ..."a b div p img video audio input button form object embed iframe frame base link meta style".split(
    " ",
  ),
  ..."script svg math title textarea noscript template table tr select option details marquee".split(
    " ",
  ),
  ..."mglyph malignmark annotation-xml foreignObject animate set use xmp plaintext isindex x-y".split(
    " ",
  ),
);
const opening = fc
  .tuple(name, attributes, oneOf(">", ">", ">", "/>", "", "\n>", "//>"))
  .map(([tag, inside, end]) => ({ tag, text: `<${tag}${inside}${end}` }));

/** Nested elements, some of them never closed, or closed by another name. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    oneOf(
      "x",
      "]]>",
      "-->",
      "<!--",
      "--!>",
      "<![CDATA[",
      "</",
      "&lt;script&gt;",
      "\u0000",
      "<?xml ?>",
    ),
    fc
      .tuple(opening, fc.array(tie("tree"), { maxLength: 2 }), fc.option(name), fc.boolean())
      .map(([{ tag, text }, inner, other, closes]) =>
        [text, ...inner, closes ? `</${other ?? tag}>` : ""].join(""),
      ),
  ),
}));

/** Ways to break out of the surrounding context. */
const escapes = oneOf(
  "",
  "",
  "",
  `">`,
  "'>",
  "`>",
  "--></",
  "</textarea>",
  "</script>",
  "]]>",
  "</style>",
);

const own: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<form id=app><input name=parentNode><input name=attributes></form>",
  "<template><script>alert(1)</script></template><x-y is=z>",
  "<a href='java&#10;script:alert(1)'>x</a><a href=' &#14; javascript:alert(1)'>x</a>",
  "<details open ontoggle=alert(1)><summary>Approved</summary></details>",
  "<style>@import '//evil.example/x.css';</style><link rel=stylesheet href=//evil.example>",
  ...sampled(joined(escapes, some(tree, 1, 3)), 240),
];

/** Markup that would run, fetch or impersonate something if it were interpreted. */
export function hostileHtml(): readonly string[] {
  return casesOf(own, "dompurify", (folder) =>
    (readJson(folder, "expect.json") as { title?: string; payload: string }[]).flatMap(
      ({ title, payload }) => (title === undefined ? [payload] : [title, payload]),
    ),
  );
}
