/** Suggests people, groups, roles and channels to take subscribers from: the state of the field that adds them. */
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { type Suggested, useSuggestions } from "../../parts/suggestions.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { ChannelNames } from "../../ranking/channel-names.ts";
import { prepareName, prepareQuery, qualityOf } from "../../ranking/match.ts";
import { MentionNames } from "../../ranking/mentions.ts";
import { once } from "../../state/once.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { listText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { ROLE_NAMES, type RoleName, rolesIn } from "../who/who.ts";
import { choiceText } from "./choice-text.ts";
import { choiceKey, entriesIn, isSubscribable, type PeopleChoice, peopleNamed } from "./people-choice.ts";

const mentions = once(() => new MentionNames());
const channelNames = once(() => new ChannelNames());
const ANYWHERE = { inConversation: new Set<number>(), partners: new Map(), subscribers: undefined, wildcards: [] };
const ROLES: readonly RoleName[] = [
  "role:everyone",
  "role:members",
  "role:moderators",
  "role:administrators",
  "role:owners",
];
const MOST_CHANNELS = 4;

interface PeopleSuggestions {
  readonly choices: readonly PeopleChoice[];
  readonly onChange: (choices: readonly PeopleChoice[]) => void;
}

export function usePeopleSuggestions({ choices, onChange }: PeopleSuggestions) {
  const { store } = useSession();
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const channels = useStore((state) => state.channels);
  // Undefined while the list is closed: a field that only has the focus covers nothing.
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const query = typed ?? "";
  const isChosen = new Set(choices.map(choiceKey));

  const roleChoices = (): PeopleChoice[] =>
    ROLES.flatMap((role) => {
      const groupId = rolesIn(groups).get(role);
      const isMatch = qualityOf(prepareName(t(ROLE_NAMES[role])), prepareQuery(query)) > 0;
      return groupId === undefined || !isMatch ? [] : [{ type: "group" as const, groupId }];
    });
  const namedChoices = (): PeopleChoice[] => {
    mentions().follow({ users, groups });
    return mentions()
      .find(query, ANYWHERE)
      .flatMap((mention): PeopleChoice[] => {
        if (mention.type === "person") return isSubscribable({ users }, mention.userId) ? [mention] : [];
        return mention.type === "group" ? [mention] : [];
      });
  };
  const channelChoices = (): PeopleChoice[] => {
    channelNames().follow({ channels });
    return channelNames()
      .find(query, { openId: undefined })
      .slice(0, MOST_CHANNELS)
      .map((channelId) => ({ type: "channel", channelId }));
  };
  const found =
    query.trim() === ""
      ? []
      : [...namedChoices(), ...roleChoices(), ...channelChoices()].filter((each) => !isChosen.has(choiceKey(each)));

  const add = (more: readonly PeopleChoice[]) => {
    onChange([...choices, ...more.filter((each) => !isChosen.has(choiceKey(each)))]);
    input.current?.focus();
  };
  /** Whether it named anybody. What it did not is said. */
  const addNamed = (pasted: string): boolean => {
    const { userIds, unknown, ambiguous } = peopleNamed(store.state, pasted);
    add(userIds.map((userId) => ({ type: "person", userId })));
    const said = [
      ...(unknown.length > 0 ? [t("channelSettings.notFound", { names: listText(unknown) })] : []),
      ...(ambiguous.length > 0 ? [t("channelSettings.ambiguous", { names: listText(ambiguous) })] : []),
    ];
    setProblem(said.length > 0 ? said.join(" ") : undefined);
    return userIds.length > 0;
  };
  const suggesting = useSuggestions({
    isOpen: typed !== undefined,
    items: found.map((choice) => suggested(choice, choiceText(store.state, choice))),
    onPick: (choice: PeopleChoice) => {
      setTyped("");
      setProblem(undefined);
      add([choice]);
    },
    onClose: () => setTyped(undefined),
  });
  const field = {
    ref: input,
    className: "plain-field",
    role: "combobox",
    "aria-expanded": suggesting.list !== undefined,
    autoComplete: "off",
    value: query,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onBlur: () => setTyped(undefined),
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData("text");
      // A single name may be only a part of one.
      if (entriesIn(pasted).length < 2 && !pasted.includes("@")) return;
      event.preventDefault();
      addNamed(pasted);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === "Backspace" && query === "") onChange(choices.slice(0, -1));
      else if (!suggesting.onKeyDown(event) && event.key === "Enter" && query.trim() !== "") {
        // An address, or a whole name; not the form.
        event.preventDefault();
        if (addNamed(query)) setTyped("");
      }
    },
    ...suggesting.field,
  };
  const remove = (choice: PeopleChoice) => onChange(choices.filter((each) => choiceKey(each) !== choiceKey(choice)));
  return { field, list: suggesting.list, problem, remove };
}

const suggested = (item: PeopleChoice, name: string): Suggested<PeopleChoice> => ({
  id: choiceKey(item),
  item,
  content: (
    <>
      <ChoiceMark choice={item} />
      <span className="trunc" dir="auto">
        {name}
      </span>
    </>
  ),
});

function ChoiceMark({ choice }: { readonly choice: PeopleChoice }): ReactNode {
  if (choice.type === "person") return <Avatar userId={choice.userId} size="s" />;
  return choice.type === "group" ? <Icon name="people" /> : <Tile channelId={choice.channelId} />;
}
