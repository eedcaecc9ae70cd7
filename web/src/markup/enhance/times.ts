/** Times in the reader's own time zone and clock, with the zone on hover. */
import { type Clock, fullWhen, momentText } from "../../text/dates.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";

export const enhanceTimes: Enhancement<{ readonly clock: Clock }> = (body, { clock }) => {
  const changes = new MarkupChanges();
  for (const time of body.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    const text = time.firstChild;
    const seconds = Date.parse(time.dateTime) / 1000;
    if (Number.isNaN(seconds) || !(text instanceof Text) || time.childNodes.length !== 1) continue;
    changes.setText(text, momentText(seconds, clock));
    changes.setAttribute(time, "title", fullWhen(seconds, clock));
  }
  return changes.undo;
};
