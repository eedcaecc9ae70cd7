/** The sender of a message: avatar and name. Both open the person's card. */
import { openPersonCard } from "../card/PersonCard.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { usePerson } from "../state/people.ts";
import type { Clock } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { When } from "./When.tsx";

interface SenderProps {
  readonly senderId: number;
  /** The name when the message was sent, for unknown users. */
  readonly fallback: string;
}

export const usePersonName = ({ senderId, fallback }: SenderProps): string => nameOf(usePerson(senderId), fallback);

function nameOf(person: ReturnType<typeof usePerson>, fallback: string): string {
  if (!person) return fallback;
  return person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
}

/** The name has the same function, so the avatar is not a tab stop. */
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
