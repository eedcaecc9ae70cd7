/** The header of direct messages: people, presence, and their local time. */
import type { ReactNode } from "react";
import { openPersonCard } from "../../card/PersonCard.tsx";
import { Avatar } from "../../parts/Avatar.tsx";
import { peopleName } from "../../state/conversation-names.ts";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useMinute, usePresence } from "../../state/presence.ts";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { timeOfDay } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { TitleFrame } from "./Header.tsx";

interface DirectTitleProps {
  readonly userIds: readonly number[];
  readonly actions: ReactNode;
}

export function DirectTitle({ userIds, actions }: DirectTitleProps) {
  const ownId = useOwnId();
  const [first = ownId] = userIds;
  const names = useStore((state) => peopleName(state, userIds));
  return (
    <TitleFrame
      mark={
        <button
          type="button"
          className="person-button"
          onClick={({ currentTarget }) => openPersonCard(first, currentTarget)}
        >
          <Avatar userId={first} withPresence />
          <span className="sr">{names}</span>
        </button>
      }
      above={
        userIds.length === 1 ? (
          <Whereabouts userId={first} />
        ) : (
          <span>{t("narrow.people", { count: userIds.length + 1 })}</span>
        )
      }
      title={
        <h1 className="trunc" dir="auto">
          {names}
        </h1>
      }
    >
      {actions}
    </TitleFrame>
  );
}

/** As in "Active · 14:06 for Sana". */
function Whereabouts({ userId }: { readonly userId: number }) {
  const person = usePerson(userId);
  const presence = usePresence(userId);
  const clock = useClock();
  const now = useMinute() * 60;
  const [shortName = ""] = (person?.full_name ?? "").split(" ");
  const timeZone = person?.timezone ?? "";
  return (
    <>
      {presence !== "away" && <span>{t(presence === "active" ? "parts.active" : "parts.idle")}</span>}
      {timeZone !== "" && (
        <span className="num">
          {t("narrow.timeFor", { time: timeOfDay(now, { ...clock, timeZone }), name: shortName })}
        </span>
      )}
    </>
  );
}
