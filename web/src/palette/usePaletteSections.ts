/** The palette's options, including conversations that become known while it is open. */
import type { State } from "@parley/client";
import { useEffect, useSyncExternalStore } from "react";
import type { Address } from "../address/address.ts";
import { isOpenToVisitors } from "../address/visiting.ts";
import { channelMeant } from "../ranking/palette.ts";
import { topicListsOf } from "../state/channel-topics.ts";
import { useSession } from "../state/session.tsx";
import { placesBefore } from "./last-places.ts";
import { paletteNames } from "./names.ts";
import { type OptionSection, optionsFor, type PaletteOption } from "./options.ts";

const STILL_TYPING_MS = 120;

export function usePaletteSections(typed: string, address: Address): readonly OptionSection[] {
  // The names are one mutable object: search it on every render.
  "use no memo";
  const session = useSession();
  const { recent } = session.messages;
  useSyncExternalStore(
    (listener) => recent.onChange(listener),
    () => recent.state,
  );
  useEffect(() => {
    if (recent.state.conversations.length === 0) void recent.loadOlder();
  }, [recent]);
  const lists = topicListsOf(session);
  useSyncExternalStore(lists.subscribe, lists.revision);
  const { index } = paletteNames(session);
  const channelId = channelMeant(index, typed);
  useEffect(() => {
    if (channelId === undefined) return;
    // While typing, another channel may be meant.
    const timer = setTimeout(() => void lists.load(channelId), STILL_TYPING_MS);
    return () => clearTimeout(timer);
  }, [lists, channelId]);
  const { state } = session.store;
  const sections = optionsFor({ typed, index, places: placesBefore(address), ownId: state.users.ownId });
  return session.isVisitor ? openSections(sections, state) : sections;
}

/** What visitors can open. */
function openSections(sections: readonly OptionSection[], state: State): readonly OptionSection[] {
  const isOpen = (option: PaletteOption) => option.type !== "place" || isOpenToVisitors(option.address, state);
  return sections
    .map(({ name, options }) => ({ name, options: options.filter(isOpen) }))
    .filter(({ options }) => options.length > 0);
}
