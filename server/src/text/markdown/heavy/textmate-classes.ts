/** Maps the scopes of TextMate grammars to the short class names of Pygments. */

/** By the start of a scope; the longest one decides. An empty class means that of the scope around it. */
const CLASSES: Readonly<Record<string, string>> = {
  comment: "c1",
  "comment.block": "cm",
  constant: "no",
  "constant.character": "sc",
  "constant.character.escape": "se",
  "constant.language": "kc",
  "constant.numeric": "mi",
  "constant.numeric.float": "mf",
  "constant.numeric.hex": "mh",
  "constant.other.placeholder": "si",
  "constant.other.symbol": "ss",
  "constant.regexp": "sr",
  "entity.name": "n",
  "entity.name.class": "nc",
  "entity.name.function": "nf",
  "entity.name.label": "nl",
  "entity.name.method": "nf",
  "entity.name.namespace": "nn",
  "entity.name.section": "gh",
  "entity.name.tag": "nt",
  "entity.name.type": "nc",
  "entity.other.attribute-name": "na",
  "entity.other.inherited-class": "nc",
  invalid: "err",
  keyword: "k",
  "keyword.operator": "o",
  "keyword.other.unit": "kt",
  "markup.bold": "gs",
  "markup.deleted": "gd",
  "markup.heading": "gh",
  "markup.inserted": "gi",
  "markup.italic": "ge",
  "markup.inline.raw": "s",
  "markup.raw": "s",
  "markup.underline.link": "nl",
  "meta.directive": "cp",
  "meta.embedded": "n",
  "meta.interpolation": "n",
  "meta.preprocessor": "cp",
  "meta.template.expression": "n",
  punctuation: "p",
  "punctuation.definition.comment": "",
  "punctuation.definition.heading": "",
  "punctuation.definition.string": "",
  storage: "kd",
  "storage.type": "kt",
  string: "s2",
  "string.quoted.single": "s1",
  "string.regexp": "sr",
  "string.unquoted": "s",
  "support.class": "nc",
  "support.constant": "kc",
  "support.function": "nb",
  "support.module": "nn",
  "support.type": "kt",
  "support.type.property-name": "na",
  "support.variable": "nv",
  variable: "nv",
  "variable.language": "bp",
  "variable.other.constant": "no",
  "variable.parameter": "n",
};

/** The class of a token with these scopes, the innermost last. */
export function classOfScopes(scopes: readonly string[]): string | undefined {
  for (const scope of scopes.toReversed()) {
    const className = classOfScope(scope);
    if (className) return className;
  }
  return undefined;
}

function classOfScope(scope: string): string | undefined {
  for (let start = scope; start !== ""; start = start.slice(0, Math.max(0, start.lastIndexOf("."))))
    if (Object.hasOwn(CLASSES, start)) return CLASSES[start];
  return undefined;
}
