/** How long something is possible: a choice of usual lengths, or a length of one's own. */
import { useState } from "react";
import { t } from "../../text/text.ts";
import { amountOf, lengthOf, limitFrom, limitText, unitsOf } from "../limits.ts";
import type { LimitChoices } from "../setting.ts";
import { Select } from "./Select.tsx";
import type { ControlProps } from "./SettingControl.tsx";
import { TextField } from "./TextField.tsx";

interface LimitFieldProps extends ControlProps {
  readonly choices: LimitChoices;
}

const OWN = "own";

export function LimitField({ choices, value, onChange, ...props }: LimitFieldProps) {
  const limit = limitFrom(value);
  const [asksOwn, setAsksOwn] = useState(false);
  const usual = [
    ...(choices.inherited ? (["inherited"] as const) : []),
    null,
    ...(choices.never ? (["never"] as const) : []),
    ...choices.lengths,
  ];
  const isOwn = asksOwn || !usual.includes(limit);
  const change = (chosen: unknown) => {
    setAsksOwn(chosen === OWN);
    if (chosen !== OWN) onChange(chosen);
  };
  return (
    <span className="setting-limit">
      <Select
        {...props}
        value={isOwn ? OWN : limit}
        options={[
          ...usual.map((each) => ({ value: each, label: limitText(choices, each) })),
          { value: OWN, label: t("limits.own") },
        ]}
        onChange={change}
      />
      {isOwn && (
        <OwnLength
          choices={choices}
          length={typeof limit === "number" ? limit : (choices.lengths[0] ?? 1)}
          describedBy={props.describedBy}
          onChange={onChange}
        />
      )}
    </span>
  );
}

interface OwnLengthProps {
  readonly choices: LimitChoices;
  readonly length: number;
  readonly describedBy: string | undefined;
  readonly onChange: (length: number) => void;
}

function OwnLength({ choices, length, describedBy, onChange }: OwnLengthProps) {
  const units = unitsOf(choices);
  const stored = amountOf(length, choices);
  const [unit, setUnit] = useState(stored.unit);
  const [isWrong, setWrong] = useState(false);
  const change = (typed: string, by: typeof unit) => {
    const wanted = lengthOf(typed, by);
    setWrong(wanted === undefined);
    if (wanted !== undefined) onChange(wanted);
  };
  const amount = `${length / unit.size}`;
  return (
    <span className="setting-own-length">
      <TextField
        id={undefined}
        label={t("limits.length")}
        describedBy={describedBy}
        className="field num"
        type="number"
        max={12}
        value={amount}
        onChange={(typed) => change(`${typed}`, unit)}
      />
      {units.length > 1 ? (
        <Select
          id={undefined}
          label={t("limits.unit")}
          describedBy={undefined}
          value={unit}
          options={units.map((each) => ({ value: each, label: t(each.name) }))}
          onChange={(chosen) => {
            const next = chosen as typeof unit;
            setUnit(next);
            change(amount, next);
          }}
        />
      ) : (
        <span className="quiet">{t(unit.name)}</span>
      )}
      {isWrong && (
        <small className="bad" role="alert">
          {t("limits.wrong")}
        </small>
      )}
    </span>
  );
}
