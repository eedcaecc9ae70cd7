/** What an import takes, as numbers, and what it leaves out, with the reasons. */
import { numberText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import type { ImportTally } from "./imports-state.ts";

const COUNTS = [
  "people_created",
  "people_matched",
  "people_deactivated",
  "bots",
  "pictures",
  "channels_created",
  "channels_matched",
  "groups",
  "profile_fields",
  "linkifiers",
  "playgrounds",
  "default_channels",
  "channel_folders",
  "profile_values",
  "personal_settings",
  "emoji",
  "messages",
  "direct_messages",
  "reactions",
  "widget_entries",
  "edits",
  "files",
] as const;

export function TallyView({ tally }: { readonly tally: ImportTally }) {
  const { taken, left_out } = tally;
  const some = COUNTS.filter((name) => taken[name] > 0);
  return (
    <>
      {some.length === 0 && <p className="quiet">{t("imports.nothingTaken")}</p>}
      {some.length > 0 && (
        <dl className="import-counts">
          {some.map((name) => (
            <div key={name}>
              <dt>{t(`imports.${name}`)}</dt>
              <dd className="num">{numberText(taken[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{t("imports.leftOut")}</h3>
      {left_out.length === 0 ? (
        <p className="quiet">{t("imports.nothingLeftOut")}</p>
      ) : (
        // The reasons are English, whatever the reader's language.
        <ul className="import-left-out" lang="en" dir="ltr">
          {left_out.map(({ what, reason, count, examples }) => (
            <li key={`${what} ${reason}`}>
              <span>
                {numberText(count)} {what}: {reason}
              </span>
              {examples[0] !== undefined && <small dir="auto">{examples[0]}</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
