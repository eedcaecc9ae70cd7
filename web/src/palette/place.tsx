/** How a place is shown in a list: its icon, name, and parent. */
import type { State } from "@parley/client";
import type { ReactNode } from "react";
import { plainTopic } from "../actions/resolved.ts";
import type { Address } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { channelOf, conditionsOf, conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { titleOf } from "../address/title.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Icon } from "../parts/Icon.tsx";
import type { IconName } from "../parts/Sprite.tsx";
import { Tile } from "../parts/Tile.tsx";
import { BUILT_IN_VIEWS } from "../sidebar/views.ts";
import { peopleName, topicName } from "../state/conversation-names.ts";
import { pieceText } from "../text/pieces.ts";
import { t } from "../text/text.ts";

export interface PalettePlace {
  readonly name: string;
  readonly note?: string;
  readonly mark: ReactNode;
}

export function placeOf(address: Address, state: State): PalettePlace {
  const fragment = fragmentOf(address, state);
  const builtIn = BUILT_IN_VIEWS.find((view) => view.fragment === fragment);
  if (builtIn) return { name: t(builtIn.name), mark: <Icon name={builtIn.icon} /> };
  switch (address.kind) {
    case "narrow":
      return narrowPlace(address.terms, state);
    case "topics":
      return {
        name: channelName(address.channelId, state),
        note: t("sidebar.allTopics"),
        mark: <Tile channelId={address.channelId} />,
      };
    case "channel":
      return {
        name: channelName(address.channelId, state),
        note: t("rowMenus.channelSettings"),
        mark: <Tile channelId={address.channelId} />,
      };
    case "user":
      return personPlace(address.userId, state);
    default:
      return titled(address, state);
  }
}

/** Any other address, under its heading. */
function titled(address: Address, state: State): PalettePlace {
  const { heading, above } = titleOf(address, state);
  const icon = ICONS[address.kind] ?? "alert";
  return { name: pieceText(heading), mark: <Icon name={icon} />, ...(above ? { note: pieceText(above) } : {}) };
}

const ICONS: Readonly<Partial<Record<Address["kind"], IconName>>> = {
  settings: "gear",
  organization: "building",
  channels: "hash",
  folder: "folder",
  groups: "people",
  group: "people",
};

const channelName = (channelId: number, { channels }: State): string => channels.channels.get(channelId)?.name ?? "";

const personPlace = (userId: number, { users }: State): PalettePlace => ({
  name: users.users.get(userId)?.full_name ?? t("parts.unknownPerson"),
  mark: <Avatar userId={userId} size="s" />,
});

function narrowPlace(terms: readonly NarrowTerm[], state: State): PalettePlace {
  const conversation = conversationOf(terms);
  if (conversation?.type === "direct")
    return {
      name: peopleName(state, conversation.userIds),
      mark: <Avatar userId={conversation.userIds[0] ?? state.users.ownId} size="s" />,
    };
  if (conversation) {
    const { channelId, topic } = conversation;
    return {
      name: topicName(state, plainTopic(topic)),
      note: channelName(channelId, state),
      mark: <Tile channelId={channelId} />,
    };
  }
  const channelId = channelOf(terms);
  if (channelId !== undefined) return { name: channelName(channelId, state), mark: <Tile channelId={channelId} /> };
  const saved = state.navigationViews.get(fragmentOf({ kind: "narrow", terms }, state));
  return { name: saved?.name ?? wordsOf(terms, state), note: t("views.search"), mark: <Icon name="search" /> };
}

/** A search in a few words. */
function wordsOf(terms: readonly NarrowTerm[], state: State): string {
  const parts = conditionsOf(terms).map((term) => {
    switch (term.operator) {
      case "search":
        return term.operand;
      case "channel":
        return channelName(term.operand, state);
      case "sender":
      case "dm-including":
      case "mentions":
        return state.users.users.get(term.operand)?.full_name ?? "";
      case "dm":
        return peopleName(state, term.operand);
      default:
        return `${term.operand}`;
    }
  });
  return parts.filter(Boolean).join(" · ");
}
