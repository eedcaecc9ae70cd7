/** The time of a message, with the full date in the tooltip. */
import { type Clock, fullWhen, timeOfDay } from "../text/dates.ts";

export function When({ seconds, clock }: { readonly seconds: number; readonly clock: Clock }) {
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={fullWhen(seconds, clock)}>
      {timeOfDay(seconds, clock)}
    </time>
  );
}
