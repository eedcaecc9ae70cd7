/** When a message was written: the time, and everything about it in the tooltip. */
import { useClock } from "../state/settings.ts";
import { fullWhen, timeOfDay } from "../text/dates.ts";

export function When({ seconds }: { readonly seconds: number }) {
  const clock = useClock();
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={fullWhen(seconds, clock)}>
      {timeOfDay(seconds, clock)}
    </time>
  );
}
