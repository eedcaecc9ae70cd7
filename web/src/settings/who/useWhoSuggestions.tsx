/** Suggests roles, then groups and people by part of their names: the state of the chooser's field. */
import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { type Suggested, useSuggestions } from "../../parts/suggestions.tsx";
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { type Mention, MentionNames } from "../../ranking/mentions.ts";
import { once } from "../../state/once.ts";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { type Chosen, ROLE_NAMES, rolesFor, rolesIn, type WhoLimits, withGroup, without, withPerson } from "./who.ts";

type Suggestion = Exclude<Mention, { type: "wildcard" }>;
export type IsOffered = (suggestion: Suggestion) => boolean;

const names = once(() => new MentionNames());
const ANYWHERE = { inConversation: new Set<number>(), partners: new Map(), subscribers: undefined, wildcards: [] };

interface WhoSuggestionsOptions {
  readonly chosen: Chosen;
  readonly limits: WhoLimits;
  readonly isOffered?: IsOffered;
  readonly onChange: (chosen: Chosen) => void;
}

export function useWhoSuggestions({ chosen, limits, isOffered = () => true, onChange }: WhoSuggestionsOptions) {
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const roles = rolesIn(groups);
  // Undefined while the list is closed: a field that only has the focus covers nothing.
  const [typed, setTyped] = useState<string>();
  const isOpen = typed !== undefined;
  const roleItems = (): Suggested<Suggestion>[] =>
    rolesFor(limits).flatMap((role) => {
      const groupId = roles.get(role);
      const name = t(ROLE_NAMES[role]);
      const isMatch = typed?.trim() === "" || qualityOf(prepareName(name), prepareQuery(typed ?? "")) > 0;
      if (groupId === undefined || !isMatch || chosen.groupIds.includes(groupId)) return [];
      return [suggested({ type: "group", groupId }, name, <Icon name="shield" />)];
    });
  // The server's own bots hold no permissions.
  const mayHold = (userId: number) => users.users.get(userId)?.is_system_bot !== true;
  const otherItems = (): Suggested<Suggestion>[] => {
    names().follow({ users, groups });
    return names()
      .find(typed ?? "", ANYWHERE)
      .flatMap((mention) => {
        if (mention.type === "person" && mayHold(mention.userId) && !chosen.userIds.includes(mention.userId))
          return [suggested(mention, nameOf({ users }, mention.userId), <Avatar userId={mention.userId} size="s" />)];
        if (mention.type === "group" && !chosen.groupIds.includes(mention.groupId))
          return [suggested(mention, groups.get(mention.groupId)?.name ?? "", <Icon name="people" />)];
        return [];
      });
  };
  const suggesting = useSuggestions({
    isOpen,
    items: isOpen ? [...roleItems(), ...otherItems()].filter(({ item }) => isOffered(item)) : [],
    onPick: (picked: Suggestion) => {
      setTyped(undefined);
      onChange(picked.type === "person" ? withPerson(chosen, picked.userId) : withGroup(chosen, picked.groupId, roles));
    },
    onClose: () => setTyped(undefined),
  });
  const removeLast = () => {
    const [userId, groupId] = [chosen.userIds.at(-1), chosen.groupIds.at(-1)];
    if (userId !== undefined) onChange(without(chosen, { userId }));
    else if (groupId !== undefined) onChange(without(chosen, { groupId }));
  };
  const field = {
    className: "plain-field",
    role: "combobox",
    "aria-expanded": suggesting.list !== undefined,
    autoComplete: "off",
    value: typed ?? "",
    onClick: () => setTyped(typed ?? ""),
    onBlur: () => setTyped(undefined),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === "Backspace" && (typed ?? "") === "") removeLast();
      else if (!suggesting.onKeyDown(event) && event.key === "ArrowDown") setTyped(typed ?? "");
    },
    ...suggesting.field,
  };
  return { field, list: suggesting.list };
}

const suggested = (item: Suggestion, name: string, mark: React.ReactNode): Suggested<Suggestion> => ({
  id: JSON.stringify(item),
  item,
  content: (
    <>
      {mark}
      <span className="trunc" dir="auto">
        {name}
      </span>
    </>
  ),
});
