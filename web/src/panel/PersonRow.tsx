import { openPersonCard } from "../card/PersonCard.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { usePerson } from "../state/people.ts";
import { usePresence } from "../state/presence.ts";
import { t } from "../text/text.ts";

/** A person in the panel; opens their card. */
export function PersonRow({ userId, note }: { readonly userId: number; readonly note?: string }) {
  const person = usePerson(userId);
  const presence = usePresence(userId);
  const name = person?.full_name ?? t("parts.unknownPerson");
  return (
    <button
      type="button"
      className="person"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => openPersonCard(userId, currentTarget)}
    >
      <Avatar userId={userId} size="m" withPresence />
      <span className="trunc" dir="auto">
        {person?.is_active === false ? t("parts.deactivated", { name }) : name}
      </span>
      {presence !== "away" && <span className="sr">{t(`parts.${presence}`)}</span>}
      {person?.is_bot && <span className="note">{t("parts.bot")}</span>}
      {note !== undefined && <span className="note">{note}</span>}
    </button>
  );
}
