/** A setting on its page: its name, its help, and its control, or its value for those who may not change it. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { SettingControl } from "./controls/SettingControl.tsx";
import { SettingValue } from "./controls/SettingValue.tsx";
import { usePointedAt } from "./pointing.ts";
import { lockOf, type Setting, type SettingSource } from "./setting.ts";
import { useSettingValue } from "./useSettingValue.ts";
import { valueText } from "./value-text.ts";

interface SettingRowProps<Key extends string> {
  readonly setting: Setting<Key>;
  readonly source: SettingSource<Key>;
  /** Beside the control: a button that plays the sound. */
  readonly children?: ReactNode;
}

export function SettingRow<Key extends string>({ setting, source, children }: SettingRowProps<Key>) {
  const { control, label, help, rule, defaultValue } = setting;
  const { value, problem, change } = useSettingValue(setting, source);
  const lock = useStore((state) => lockOf(rule, state));
  const isLocked = lock !== undefined;
  const id = useId();
  const explained = lock ?? help;
  const describedBy = [explained !== undefined && `${id}-help`, problem !== undefined && `${id}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <Row
      name={setting.key}
      label={isLocked ? <span>{t(label)}</span> : <label htmlFor={id}>{t(label)}</label>}
      help={
        <>
          {explained !== undefined && <small id={`${id}-help`}>{t(explained)}</small>}
          {!isLocked && defaultValue !== undefined && defaultValue !== value && (
            <small>{t("settings.default", { value: valueText(control, defaultValue) })}</small>
          )}
        </>
      }
      problem={problem !== undefined && <span id={`${id}-problem`}>{problem}</span>}
    >
      {children}
      {isLocked ? (
        <span className="setting-value" dir="auto">
          <SettingValue control={control} value={value} />
        </span>
      ) : (
        <SettingControl
          control={control}
          id={id}
          describedBy={describedBy === "" ? undefined : describedBy}
          value={value}
          onChange={change}
        />
      )}
    </Row>
  );
}

interface RowProps {
  /** What search points at. */
  readonly name: string;
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly problem?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of a row, also for what is more than a setting. */
export function Row({ name, label, help, problem, children }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isPointedAt = usePointedAt(name);
  useEffect(() => {
    if (!isPointedAt) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.querySelector<HTMLElement>("input, select, textarea, button, a")?.focus({ preventScroll: true });
  }, [isPointedAt]);
  return (
    <div ref={row} className={isPointedAt ? "field-row pointed-at" : "field-row"} data-setting={name}>
      <span className="setting-words">
        {label}
        {help}
      </span>
      <span className="setting-control">{children}</span>
      {problem && (
        <p className="bad setting-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
