/** Who wrote a message: the picture beside it, and the name above it. Both open the card of the person. */
import { openPersonCard } from "../card/PersonCard.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { usePerson } from "../state/people.ts";
import type { Clock } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { When } from "./When.tsx";

interface SenderProps {
  readonly senderId: number;
  /** The name of the moment it was written, for who is not known any more. */
  readonly fallback: string;
}

export const usePersonName = ({ senderId, fallback }: SenderProps): string => nameOf(usePerson(senderId), fallback);

function nameOf(person: ReturnType<typeof usePerson>, fallback: string): string {
  if (!person) return fallback;
  return person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
}

/** The name says it already, so the picture is out of the way of the keyboard. */
export function SenderPicture({ senderId }: { readonly senderId: number }) {
  return (
    <button
      type="button"
      className="person-button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={({ currentTarget }) => openPersonCard(senderId, currentTarget)}
    >
      <Avatar userId={senderId} />
    </button>
  );
}

interface WhoProps extends SenderProps {
  readonly seconds: number;
  readonly clock: Clock;
}

export function Who({ senderId, fallback, seconds, clock }: WhoProps) {
  return (
    <div className="who">
      <SenderName senderId={senderId} fallback={fallback} />
      <span className="who-time">
        <When seconds={seconds} clock={clock} />
      </span>
    </div>
  );
}

export function SenderName({ senderId, fallback }: SenderProps) {
  const person = usePerson(senderId);
  return (
    <>
      <button
        type="button"
        className="person-button"
        dir="auto"
        onClick={({ currentTarget }) => openPersonCard(senderId, currentTarget)}
      >
        <b>{nameOf(person, fallback)}</b>
      </button>
      {person?.is_bot && <span className="tag">{t("parts.bot")}</span>}
    </>
  );
}
