/** What KaTeX output may contain: spans with these classes, MathML for screen readers, and a few lines and paths. */
import type { Check } from "./vocabulary.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const SIZES = Array.from({ length: 11 }, (_, index) => `size${index + 1} reset-size${index + 1}`).join(" ");

export const FORMULA_CLASSES = words(
  "katex katex-display katex-html katex-mathml katex-error base strut leqno fleqn newline " +
    "mord mbin mrel mop mopen mclose mpunct minner mspace mtight mfrac mover munder msupsub mtable " +
    "amsrm mainrm mathnormal mathit mathbf mathrm mathsf mathtt mathcal mathbb mathfrak mathscr mathboldfrak " +
    "mathboldsf mathitsf mathsfit mathboldsfit textsfit boldsymbol textbb textbf textboldfrak textboldsf textboldsfit " +
    "textfrak textit textitsf textmd textrm textscr textsf texttt textup text " +
    "latin_fallback cyrillic_fallback brahmic_fallback georgian_fallback cjk_fallback hangul_fallback " +
    "vlist vlist-r vlist-s vlist-t vlist-t2 vbox hbox thinbox pstrut fix inner root rule sqrt smash " +
    "accent accent-body accent-full accentunder angl anglpad arraycolsep boxpad cancel-lap cancel-pad clap llap rlap " +
    "brace-left brace-center brace-right halfarrow-left halfarrow-right hide-tail stretchy svg-align overlay x-arrow " +
    "x-arrow-pad cd-arrow-pad cd-label-left cd-label-right cd-vert-arrow fbox colorbox fcolorbox fcolorboxlap sout vcenter " +
    "col-align-c col-align-l col-align-r delim-size1 delim-size4 delimcenter delimsizing delimsizinginner mult " +
    "enclosing eqn-num tag frac-line fontsize-ensurer sizing hline hdashline vertical-separator overline overline-line " +
    "underline underline-line large-op small-op op-limits op-symbol leftmost rightmost nulldelimiter nobreak allowbreak " +
    `mtr-glue mml-eqn-num reset-textstyle textstyle uncramped cramped ${SIZES}`,
);

export const MATHML = words(
  "math semantics annotation mrow mi mn mo mtext ms msup msub msubsup mfrac msqrt mroot mover munder munderover mtable " +
    "mtr mlabeledtr mtd mstyle mspace mpadded menclose mphantom mmultiscripts mprescripts none",
);

const MEASURE = /^[+-]?(?:\d{1,4}(?:\.\d{1,12})?|\.\d{1,12})?(?:em|pt|px|ex|mu|%|width|height|depth)?$/;
const MEASURES = /^(?:[+-]?(?:\d{1,4}(?:\.\d{1,12})?|\.\d{1,12})(?:em|pt|px|ex|%)? ?){1,200}$/;
const WORD = /^[a-z-]{1,40}$/;
const WORD_LIST = /^(?:[a-z]{1,30} ?){1,200}$/;
const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,24})$/i;
const NUMBER = /^-?\d{1,8}(?:\.\d{1,12})?$/;
const VIEW_BOX = /^0 0 \d{1,8}(?:\.\d{1,12})? \d{1,8}(?:\.\d{1,12})?$/;
const PATH = /^[MmLlHhVvCcSsQqTtAaZz\d\s,.e+-]{1,20000}$/;
const ASPECT = /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:slice|meet))?)$/;

const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? value : undefined;

const measure = matching(MEASURE);
const word = matching(WORD);

export const MATHML_ATTRIBUTES: Readonly<Record<string, Check>> = {
  accent: word,
  accentunder: word,
  columnalign: matching(WORD_LIST),
  columnlines: matching(WORD_LIST),
  columnspacing: matching(MEASURES),
  depth: measure,
  display: word,
  displaystyle: word,
  encoding: (value) => (value === "application/x-tex" ? value : undefined),
  fence: word,
  height: measure,
  largeop: word,
  linebreak: word,
  linethickness: measure,
  lspace: measure,
  mathbackground: matching(COLOUR),
  mathcolor: matching(COLOUR),
  mathsize: measure,
  mathvariant: word,
  maxsize: measure,
  minsize: measure,
  notation: matching(WORD_LIST),
  rowlines: matching(WORD_LIST),
  rowspacing: matching(MEASURES),
  rspace: measure,
  scriptlevel: matching(NUMBER),
  separator: word,
  side: word,
  stretchy: word,
  valign: measure,
  voffset: measure,
  width: measure,
};

/** Lines through and around parts of a formula: nothing that references, animates, embeds or is clickable. */
export const DRAWING: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  svg: {
    width: measure,
    height: measure,
    viewBox: matching(VIEW_BOX),
    preserveAspectRatio: matching(ASPECT),
  },
  path: { d: matching(PATH) },
  line: { x1: measure, y1: measure, x2: measure, y2: measure, "stroke-width": measure },
};
