/** Whom a direct message is to: each with the way out, and a field for more. A group stands for the people in it. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { type Mention, MentionNames } from "../../ranking/mentions.ts";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";

const names = new MentionNames();

export function PeopleField({ userIds }: { readonly userIds: readonly number[] }) {
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const direct = useStore((state) => state.conversations.direct);
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  useEffect(() => {
    if (focus !== "recipient") return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus]);
  const { ownId } = users;
  const set = (ids: Iterable<number>) => {
    const others = [...new Set(ids)].filter((id) => id !== ownId).sort((a, b) => a - b);
    desk.change({ target: { to: "direct", userIds: others } });
  };
  const add = (mention: Mention) => {
    setTyped("");
    if (mention.type === "person") set([...userIds, mention.userId]);
    if (mention.type === "group") set([...userIds, ...(groups.get(mention.groupId)?.members ?? [])]);
    input.current?.focus();
  };
  if (typed !== undefined) names.follow({ users, groups });
  const partners = new Map(
    direct.flatMap(({ user_ids, max_message_id }) =>
      user_ids.length === 1 ? [[user_ids[0] as number, max_message_id] as const] : [],
    ),
  );
  const context = { inConversation: new Set<number>(), partners, subscribers: undefined, wildcards: [] };
  const found = typed === undefined ? [] : names.find(typed, context);
  const isKnown = (mention: Mention) => mention.type === "person" && userIds.includes(mention.userId);
  const suggesting = useSuggestions({
    isOpen: typed !== undefined,
    onPick: add,
    onClose: () => setTyped(undefined),
    items: found
      .filter((mention) => !isKnown(mention))
      .map((mention) => ({
        id: JSON.stringify(mention),
        item: mention,
        content: <Suggestion mention={mention} />,
      })),
  });
  return (
    <span className="recipient people grow">
      {userIds.map((id) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-label={t("composer.removePerson", { name: nameOf({ users }, id) })}
          onClick={() => set(userIds.filter((each) => each !== id))}
        >
          <Avatar userId={id} size="s" />
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
        aria-expanded={suggesting.list !== undefined}
        aria-label={t("composer.addPerson")}
        placeholder={userIds.length === 0 ? t("views.notesToSelf") : t("composer.addPerson")}
        value={typed ?? ""}
        autoComplete="off"
        onFocus={() => setTyped("")}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Backspace" && (typed ?? "") === "") return set(userIds.slice(0, -1));
          if (event.key === "Enter" && (typed ?? "") === "" && userIds.length > 0) {
            event.preventDefault();
            return desk.focus("text");
          }
          suggesting.onKeyDown(event);
        }}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("composer.addPerson")} />}
    </span>
  );
}

function Suggestion({ mention }: { readonly mention: Mention }) {
  const name = useStore((state) =>
    mention.type === "person"
      ? nameOf(state, mention.userId)
      : mention.type === "group"
        ? (state.groups.get(mention.groupId)?.name ?? "")
        : mention.name,
  );
  return (
    <>
      {mention.type === "person" ? <Avatar userId={mention.userId} size="s" /> : <Icon name="people" />}
      <span className="trunc">{name}</span>
    </>
  );
}
