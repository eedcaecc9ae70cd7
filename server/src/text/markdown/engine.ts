/**
 * The block parser: markdown-it's, with our rules where this Markdown differs. Inline text has its own parser
 * (inline/), because nearly all of it differs.
 */
import MarkdownIt, { type StateBlock } from "markdown-it";
import { fence } from "./blocks/fence.ts";
import { heading } from "./blocks/heading.ts";
import { list } from "./blocks/list.ts";
import { quote } from "./blocks/quote.ts";
import { type BlockRule, renderingOf } from "./blocks/state.ts";
import { tableAround } from "./blocks/table.ts";

/** Not a construct: charges the budget for each block. */
const pay: BlockRule = (state) => {
  renderingOf(state).budget.spend(12);
  return false;
};

export const engine = new MarkdownIt("default", { html: false, maxNesting: 1_000 });
/** Charges the budget for each token: a row of a wide table creates hundreds from one character. */
engine.block.State = class extends engine.block.State {
  override push(...token: Parameters<StateBlock["push"]>): ReturnType<StateBlock["push"]> {
    renderingOf(this).budget.spend(6);
    return super.push(...token);
  }
};
const { ruler } = engine.block;
ruler.enableOnly(["table", "code", "fence", "blockquote", "hr", "list", "heading", "paragraph"]);
const [standardTable] = ruler.getRules("");
ruler.at("table", tableAround(standardTable as BlockRule), { alt: ["paragraph", "reference"] });
ruler.before("table", "pay", pay, { alt: ["paragraph", "blockquote", "list"] });
ruler.at("fence", fence, { alt: ["paragraph", "blockquote", "list"] });
ruler.at("blockquote", quote, { alt: ["paragraph", "blockquote", "list"] });
ruler.at("list", list, { alt: ["paragraph", "blockquote"] });
ruler.at("heading", heading, { alt: ["paragraph", "blockquote"] });
