/** Chooses people: each with the way out, and a field for more. A group stands for the people in it. */
import { useRef, useState } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { type Mention, MentionNames } from "../../ranking/mentions.ts";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";

const names = new MentionNames();
const NOWHERE = {
  inConversation: new Set<number>(),
  partners: new Map<number, number>(),
  subscribers: undefined,
  wildcards: [],
};

interface PeopleComboProps {
  readonly label: string;
  readonly userIds: readonly number[];
  readonly onChange: (userIds: readonly number[]) => void;
}

export function PeopleCombo({ label, userIds, onChange }: PeopleComboProps) {
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const add = (mention: Mention) => {
    setTyped("");
    const added =
      mention.type === "person"
        ? [mention.userId]
        : mention.type === "group"
          ? (groups.get(mention.groupId)?.members ?? [])
          : [];
    onChange([...new Set([...userIds, ...added])]);
    input.current?.focus();
  };
  if (typed !== undefined) names.follow({ users, groups });
  const isKnown = (mention: Mention) => mention.type === "person" && userIds.includes(mention.userId);
  const found = typed === undefined ? [] : names.find(typed, NOWHERE).filter((mention) => !isKnown(mention));
  const nameFor = (mention: Mention): string =>
    mention.type === "person"
      ? nameOf({ users }, mention.userId)
      : mention.type === "group"
        ? (groups.get(mention.groupId)?.name ?? "")
        : mention.name;
  const suggesting = useSuggestions({
    // Empty it would cover what comes next.
    isOpen: typed !== undefined && typed !== "",
    onPick: add,
    onClose: () => setTyped(undefined),
    items: found.map((mention) => ({
      id: JSON.stringify(mention),
      item: mention,
      content: (
        <>
          {mention.type === "person" ? <Avatar userId={mention.userId} size="s" /> : <Icon name="people" />}
          <span className="trunc" dir="auto">
            {nameFor(mention)}
          </span>
        </>
      ),
    })),
  });
  return (
    <span className="people-combo">
      {userIds.map((id) => (
        <button
          key={id}
          type="button"
          className="search-chip"
          aria-label={t("directory.removePerson", { name: nameOf({ users }, id) })}
          onClick={() => onChange(userIds.filter((each) => each !== id))}
        >
          <span className="trunc" dir="auto">
            {nameOf({ users }, id)}
          </span>
          <Icon name="close" size="s" />
        </button>
      ))}
      <input
        ref={input}
        className="plain-field"
        role="combobox"
        aria-label={label}
        aria-expanded={suggesting.list !== undefined}
        placeholder={label}
        autoComplete="off"
        value={typed ?? ""}
        onFocus={() => setTyped("")}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Backspace" && (typed ?? "") === "") onChange(userIds.slice(0, -1));
          else suggesting.onKeyDown(event);
        }}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={label} />}
    </span>
  );
}
