/** Which events are posted. */
import { useState } from "react";
import { t } from "../../text/text.ts";
import { FormField } from "../forms/FormField.tsx";
import { type ChosenAddress, type EventFilter, patternsIn } from "./chosen.ts";
import type { Integration } from "./useCatalogue.ts";

/** Stands for events that have names of the service's users' own. */
const ANY = "*";

interface EventChoiceProps {
  readonly events: Integration["events"];
  readonly filter: EventFilter;
  readonly chosen: readonly string[];
  readonly onChange: (changed: Pick<ChosenAddress, "filter"> | Pick<ChosenAddress, "events">) => void;
}

export function EventChoice({ events, filter, chosen, onChange }: EventChoiceProps) {
  const known = events.filter(({ name }) => name !== ANY);
  return (
    <>
      <FormField label={t("integrations.events")}>
        {(attributes) => (
          <select
            {...attributes}
            className="field"
            value={filter}
            onChange={({ target }) => onChange({ filter: target.value as EventFilter })}
          >
            <option value="all">{t("integrations.allEvents")}</option>
            <option value="only">{t("integrations.onlyEvents")}</option>
            <option value="except">{t("integrations.exceptEvents")}</option>
          </select>
        )}
      </FormField>
      {filter !== "all" &&
        (known.length === events.length ? (
          <KnownEvents events={known} chosen={chosen} onChange={(names) => onChange({ events: names })} />
        ) : (
          <Patterns onChange={(patterns) => onChange({ events: patterns })} />
        ))}
    </>
  );
}

interface KnownEventsProps {
  readonly events: Integration["events"];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function KnownEvents({ events, chosen, onChange }: KnownEventsProps) {
  const toggled = (name: string) =>
    chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
  return (
    <fieldset className="integration-events">
      <legend className="sr">{t("integrations.events")}</legend>
      {events.map(({ name, about }) => (
        <label key={name} lang="en" dir="ltr">
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => onChange(toggled(name))} />
          <span>
            {about} <code>{name}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Patterns({ onChange }: { readonly onChange: (patterns: readonly string[]) => void }) {
  const [written, setWritten] = useState("");
  return (
    <FormField label={t("integrations.patterns")} help={t("integrations.patternsHelp")}>
      {(attributes) => (
        <input
          {...attributes}
          className="field"
          dir="ltr"
          value={written}
          onChange={({ target }) => {
            setWritten(target.value);
            onChange(patternsIn(target.value));
          }}
        />
      )}
    </FormField>
  );
}
