/** How far something is: its name, a bar, and a share if that is known. */
import { percentText } from "../../../text/dates.ts";

interface ImportBarProps {
  readonly label: string;
  readonly share: number | undefined;
  /** Behind the share, such as the time that is left. */
  readonly note?: string | undefined;
}

export function ImportBar({ label, share, note }: ImportBarProps) {
  return (
    <div className="import-bar">
      <span>{label}</span>
      <progress aria-label={label} {...(share === undefined ? {} : { value: share, max: 1 })} />
      <small className="num">
        {[share === undefined ? undefined : percentText(share), note].filter((each) => each !== undefined).join(" · ")}
      </small>
    </div>
  );
}
