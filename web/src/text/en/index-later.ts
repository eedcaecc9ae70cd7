/** The English texts of what is loaded after the first screen, except settings. */
import { actions } from "./actions.ts";
import { address } from "./address.ts";
import { card } from "./card.ts";
import { composer } from "./composer.ts";
import { directory } from "./directory.ts";
import { emoji } from "./emoji.ts";
import { keys } from "./keys.ts";
import { living } from "./living.ts";
import { log } from "./log.ts";
import { markup } from "./markup.ts";
import { menus } from "./menus.ts";
import { message } from "./message.ts";
import { narrow } from "./narrow.ts";
import { otherLists } from "./other-lists.ts";
import { palette } from "./palette.ts";
import { rowMenus } from "./row-menus.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";
import { widgets } from "./widgets.ts";

export const laterTexts = {
  actions,
  address,
  card,
  composer,
  directory,
  emoji,
  keys,
  living,
  log,
  markup,
  menus,
  message,
  narrow,
  otherLists,
  rowMenus,
  palette,
  search,
  status,
  widgets,
};
