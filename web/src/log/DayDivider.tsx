/** A day divider. Pressing it asks for a date to jump to. */

import { useMinute } from "../state/presence.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { dayName } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { openJumpToDate } from "./JumpToDate.tsx";

export function DayDivider({ seconds }: { readonly seconds: number }) {
  const day = useDayName(seconds);
  return (
    <div className="axis day">
      <span>
        <DayButton seconds={seconds} />
        <hr className="day-line" aria-label={day} />
      </span>
    </div>
  );
}

function useDayName(seconds: number): string {
  const clock = useClock();
  return dayName(seconds, clock, useMinute() * 60);
}

export function DayButton({ seconds, isHidden = false }: { readonly seconds: number; readonly isHidden?: boolean }) {
  const day = useDayName(seconds);
  const { store } = useSession();
  return (
    <button
      type="button"
      className="day-name"
      title={t("log.jumpToDate")}
      aria-label={t("log.dayJump", { day })}
      tabIndex={isHidden ? -1 : undefined}
      onClick={() => openJumpToDate(store, seconds)}
    >
      {day}
    </button>
  );
}
