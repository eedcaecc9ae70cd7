/** Chooses people: removable chips and a field to add more. A group adds its members. */
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList } from "../../parts/suggestions.tsx";
import { usePeopleChoice } from "../../parts/usePeopleChoice.tsx";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import "../../views/search/search.css";
import "./people-combo.css";

const NOBODY: ReadonlyMap<number, number> = new Map();

interface PeopleComboProps {
  readonly label: string;
  readonly userIds: readonly number[];
  /** Suggests neither bots nor groups. */
  readonly onlyPeople?: boolean;
  readonly onChange: (userIds: readonly number[]) => void;
}

export function PeopleCombo({ label, userIds, onlyPeople = false, onChange }: PeopleComboProps) {
  const users = useStore((state) => state.users);
  // Suggestions for an empty field would cover the content below.
  const { field, list, remove } = usePeopleChoice({
    userIds,
    partners: NOBODY,
    opensEmpty: false,
    isSuggested: (mention) =>
      !onlyPeople || (mention.type === "person" && users.users.get(mention.userId)?.is_bot === false),
    onChange,
  });
  return (
    <span className="people-combo">
      {userIds.map((id) => (
        <button
          key={id}
          type="button"
          className="search-chip"
          aria-label={t("channelForm.removePerson", { name: nameOf({ users }, id) })}
          onClick={() => remove(id)}
        >
          <span className="trunc" dir="auto">
            {nameOf({ users }, id)}
          </span>
          <Icon name="close" size="s" />
        </button>
      ))}
      <input aria-label={label} placeholder={label} {...field} />
      {list && <SuggestionList list={list} label={label} />}
    </span>
  );
}
