/** The recipients of a direct message: removable chips and a field to add more. A group adds its members. */
import { useEffect, useSyncExternalStore } from "react";
import { Avatar } from "../../parts/Avatar.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestionList } from "../../parts/suggestions.tsx";
import { usePeopleChoice } from "../../parts/usePeopleChoice.tsx";
import { nameOf } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";

export function PeopleField({ userIds }: { readonly userIds: readonly number[] }) {
  const users = useStore((state) => state.users);
  const direct = useStore((state) => state.conversations.direct);
  const { focus } = useSyncExternalStore(desk.subscribe, desk.get);
  const partners = new Map(
    direct.flatMap(({ user_ids, max_message_id }) =>
      user_ids.length === 1 ? [[user_ids[0] as number, max_message_id] as const] : [],
    ),
  );
  const { field, list, isEmpty, remove } = usePeopleChoice({
    userIds,
    partners,
    opensEmpty: true,
    takesTab: true,
    onChange: (ids) => {
      const others = ids.filter((id) => id !== users.ownId).sort((a, b) => a - b);
      desk.readdress({ to: "direct", userIds: others });
    },
  });
  const { ref: input } = field;
  useEffect(() => {
    if (focus !== "recipient") return;
    input.current?.focus();
    desk.focus(undefined);
  }, [focus, input]);
  return (
    <span className="recipient people grow">
      {userIds.map((id) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-label={t("composer.removePerson", { name: nameOf({ users }, id) })}
          onClick={() => remove(id)}
        >
          <Avatar userId={id} size="s" />
          <span className="trunc" dir="auto">
            {nameOf({ users }, id)}
          </span>
          <Icon name="close" size="s" />
        </button>
      ))}
      <input
        aria-label={t("composer.addPerson")}
        placeholder={userIds.length === 0 ? t("views.notesToSelf") : t("composer.addPerson")}
        {...field}
        onKeyDown={(event) => {
          const isOnward = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
          if (!isOnward || !isEmpty || userIds.length === 0) return field.onKeyDown(event);
          event.preventDefault();
          desk.focus("text");
        }}
      />
      {list && <SuggestionList list={list} label={t("composer.addPerson")} />}
    </span>
  );
}
