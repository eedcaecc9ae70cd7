/** Chooses people to subscribe, as removable chips and a field that adds more: people, groups, channels, or a list. */
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList } from "../../parts/suggestions.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { choiceText } from "./choice-text.ts";
import { choiceKey, type PeopleChoice } from "./people-choice.ts";
import { usePeopleSuggestions } from "./usePeopleSuggestions.tsx";
import "../who/who.css";
import "./channel-page.css";

interface PeopleFieldProps {
  readonly id: string;
  readonly choices: readonly PeopleChoice[];
  readonly onChange: (choices: readonly PeopleChoice[]) => void;
}

export function PeopleField({ id, choices, onChange }: PeopleFieldProps) {
  const { store } = useSession();
  // Names and sizes may change.
  useStore((state) => state.users);
  useStore((state) => state.groups);
  useStore((state) => state.channels);
  const { field, list, problem, remove } = usePeopleSuggestions({ choices, onChange });
  return (
    <>
      <span className="who people-field">
        {choices.map((choice) => (
          <button
            key={choiceKey(choice)}
            type="button"
            className="who-chip"
            aria-label={t("who.remove", { name: choiceText(store.state, choice) })}
            onClick={() => remove(choice)}
          >
            <span className="trunc" dir="auto">
              {choiceText(store.state, choice)}
            </span>
            <Icon name="close" size="s" />
          </button>
        ))}
        <input
          id={id}
          aria-describedby={`${id}-problem`}
          placeholder={t("channelSettings.addPeoplePlaceholder")}
          {...field}
        />
        {list && <SuggestionList list={list} label={t("channelSettings.peopleSuggestions")} />}
      </span>
      <span id={`${id}-problem`} className="bad" role="alert">
        {problem}
      </span>
    </>
  );
}
