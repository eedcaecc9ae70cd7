/** The palette's options for the typed text, in sections, with their destinations. */
import { type Address, narrowAddress } from "../address/address.ts";
import { channelNarrow, dmNarrow, narrowOf } from "../address/narrow.ts";
import type { Command } from "../keyboard/keys.ts";
import type { NameIndex } from "../ranking/name-index.ts";
import { findInPalette, type PaletteItem } from "../ranking/palette.ts";

export type PaletteOption =
  | { readonly id: string; readonly type: "place"; readonly address: Address; readonly item?: PaletteItem }
  | { readonly id: string; readonly type: "command"; readonly command: Command }
  | { readonly id: string; readonly type: "search"; readonly words: string };

export interface OptionSection {
  readonly name: "places" | "conversations" | "channels" | "people" | "views" | "commands" | "messages";
  readonly options: readonly PaletteOption[];
}

interface OptionsQuery {
  readonly typed: string;
  readonly index: NameIndex<PaletteItem>;
  readonly places: readonly Address[];
  readonly ownId: number;
}

export function optionsFor({ typed, index, places, ownId }: OptionsQuery): readonly OptionSection[] {
  if (typed.trim() === "") {
    const options = places.map((address, at): PaletteOption => ({ id: `place-${at}`, type: "place", address }));
    return options.length > 0 ? [{ name: "places", options }] : [];
  }
  const { sections, search } = findInPalette(index, typed);
  const found = sections.map(({ name, items }) => ({
    name,
    options: items.map((item, at) => optionOf(item, `${name}-${at}`, ownId)),
  }));
  if (search === undefined) return found;
  return [...found, { name: "messages", options: [{ id: "search", type: "search", words: search }] }];
}

function optionOf(item: PaletteItem, id: string, ownId: number): PaletteOption {
  switch (item.type) {
    case "command":
      return { id, type: "command", command: item.command as Command };
    case "conversation":
      return { id, type: "place", address: narrowAddress(narrowOf(item.conversation)), item };
    case "channel":
      return { id, type: "place", address: narrowAddress(channelNarrow(item.channelId)), item };
    case "person":
      // Yourself means notes to yourself.
      return { id, type: "place", address: narrowAddress(dmNarrow(item.userId === ownId ? [] : [item.userId])), item };
    default:
      return { id, type: "place", address: item.address, item };
  }
}
