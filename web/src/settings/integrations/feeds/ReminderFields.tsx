/** When a calendar reminds. */
import { t } from "../../../text/text.ts";
import { FormField } from "../../forms/FormField.tsx";
import { zoneName, zonesToChoose } from "../../zones.ts";

export const DEFAULT_MINUTES_BEFORE = 15;
/** A week. */
const MAX_MINUTES_BEFORE = 10_080;

/** The zone of this device. */
export const hereZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ReminderFieldsProps {
  readonly minutesBefore: number;
  readonly timeZone: string;
  readonly onMinutes: (minutes: number) => void;
  readonly onZone: (zone: string) => void;
}

export function ReminderFields({ minutesBefore, timeZone, onMinutes, onZone }: ReminderFieldsProps) {
  return (
    <>
      <FormField label={t("feeds.minutesBefore")}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            type="number"
            min={0}
            max={MAX_MINUTES_BEFORE}
            required
            value={minutesBefore}
            onChange={({ target }) => onMinutes(Number(target.value))}
          />
        )}
      </FormField>
      <FormField label={t("feeds.timeZone")} help={t("feeds.timeZoneHelp")}>
        {(attributes) => (
          <select {...attributes} className="field" value={timeZone} onChange={({ target }) => onZone(target.value)}>
            {zonesToChoose(timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zoneName(zone)}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}
