/** Adds people by part of their names: the state of such a field. A group adds its members. */
import { useRef, useState } from "react";
import { type Mention, MentionNames } from "../ranking/mentions.ts";
import { once } from "../state/once.ts";
import { nameOf } from "../state/people.ts";
import { useStore } from "../state/store.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { useSuggestions } from "./suggestions.tsx";

const names = once(() => new MentionNames());

interface PeopleChoice {
  readonly userIds: readonly number[];
  /** The newest direct message with each person: recent partners are suggested first. */
  readonly partners: ReadonlyMap<number, number>;
  /** Whether to suggest people before anything is typed. */
  readonly opensEmpty: boolean;
  /** Whether Tab takes the first suggestion for what is typed, as in the composer; in a form it moves on. */
  readonly takesTab?: boolean;
  /** By default everyone is suggested, and groups. */
  readonly isSuggested?: (mention: Mention) => boolean;
  readonly onChange: (userIds: readonly number[]) => void;
}

export function usePeopleChoice(choice: PeopleChoice) {
  const { userIds, partners, opensEmpty, takesTab = false, isSuggested = () => true, onChange } = choice;
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = (typed ?? "") === "";
  const peopleOf = (mention: Mention): readonly number[] => {
    if (mention.type === "person") return [mention.userId];
    return mention.type === "group" ? [...(groups.get(mention.groupId)?.members ?? [])] : [];
  };
  if (typed !== undefined) names().follow({ users, groups });
  const context = { inConversation: new Set<number>(), partners, subscribers: undefined, wildcards: [] };
  const isKnown = (mention: Mention) => mention.type === "person" && userIds.includes(mention.userId);
  const found =
    typed === undefined
      ? []
      : names()
          .find(typed, context)
          .filter((mention) => !isKnown(mention) && isSuggested(mention));
  const suggesting = useSuggestions({
    isOpen: typed !== undefined && (opensEmpty || !isEmpty),
    takesTab: takesTab && !isEmpty,
    onPick: (mention: Mention) => {
      setTyped("");
      onChange([...new Set([...userIds, ...peopleOf(mention)])]);
      input.current?.focus();
    },
    onClose: () => setTyped(undefined),
    items: found.map((mention) => ({
      id: JSON.stringify(mention),
      item: mention,
      content: <SuggestedPeople mention={mention} />,
    })),
  });
  const field = {
    ref: input,
    className: "plain-field",
    role: "combobox",
    "aria-expanded": suggesting.list !== undefined,
    autoComplete: "off",
    value: typed ?? "",
    onFocus: () => setTyped(""),
    onBlur: () => setTyped(undefined),
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key === "Backspace" && isEmpty) onChange(userIds.slice(0, -1));
      else suggesting.onKeyDown(event);
    },
    ...suggesting.field,
  };
  const remove = (id: number) => onChange(userIds.filter((each) => each !== id));
  return { field, list: suggesting.list, isEmpty, remove };
}

function SuggestedPeople({ mention }: { readonly mention: Mention }) {
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
      <span className="trunc" dir="auto">
        {name}
      </span>
    </>
  );
}
