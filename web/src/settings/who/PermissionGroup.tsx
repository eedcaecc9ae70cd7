/** Permissions under one heading. They are saved together, with a button, because a half-made choice locks people out. */
import { type Connection, RequestError } from "@parley/client";
import { useId, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { SettingControl } from "../controls/SettingControl.tsx";
import { SettingValue } from "../controls/SettingValue.tsx";
import { Section } from "../Page.tsx";
import type { SettingsGroup } from "../page.ts";
import { Row } from "../SettingRow.tsx";
import { saySaved } from "../saved.ts";
import type { Setting, SettingSource } from "../setting.ts";
import { useUnsaved } from "../unsaved.tsx";
import { type Drafts, drafted, type Standing, standingOf } from "./drafts.ts";
import { chosenIn, isAccepted, rolesIn, type WhoValue } from "./who.ts";
import { whoText } from "./who-text.ts";

/** New values, each with the one that it replaces: the server refuses if that was changed meanwhile. */
export type PermissionChanges = Readonly<Record<string, { readonly new: WhoValue; readonly old: WhoValue }>>;

export interface PermissionSource<Key extends string = string> extends SettingSource<Key> {
  saveAll(connection: Connection, changes: PermissionChanges): Promise<unknown>;
}

export interface PermissionsGroup<Key extends string = string> extends SettingsGroup<Key> {
  readonly source: PermissionSource<Key>;
}

/** Longer than an event takes. */
const ANNOUNCED_AFTER_MS = 5000;

const reversed = (changes: PermissionChanges): PermissionChanges =>
  Object.fromEntries(Object.entries(changes).map(([key, { new: now, old }]) => [key, { new: old, old: now }]));

export function PermissionGroup({ group }: { readonly group: PermissionsGroup }) {
  const { title, help, source, settings } = group;
  const { connection, store } = useSession();
  // Renders when one of them changes.
  useStore((state) => settings.map(({ key }) => JSON.stringify(source.read(state, key))).join());
  const roles = useStore((state) => rolesIn(state.groups));
  const [drafts, setDrafts] = useState<Drafts>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const storedOf = (key: string) => source.read(store.state, key) as WhoValue;
  const standings = settings.map((setting) => ({
    setting,
    standing: standingOf(drafts[setting.key], storedOf(setting.key), roles),
  }));
  const changed = standings.filter(({ standing }) => standing.isChanged);
  useUnsaved(changed.length > 0);
  const isWhole = changed.every(
    ({ setting: { control }, standing: { value } }) =>
      control.kind !== "who" || isAccepted(chosenIn(value, roles), control.limits),
  );
  const choose = ({ key }: Setting, value: WhoValue) =>
    setDrafts((now) => ({ ...now, [key]: drafted(now[key], storedOf(key), value, roles) }));
  const discard = () => {
    setDrafts({});
    setProblem(undefined);
  };
  const save = async () => {
    const entries = changed.map(({ setting: { key }, standing: { value } }) => [
      key,
      { new: value, old: drafts[key]?.from ?? storedOf(key) },
    ]);
    const changes: PermissionChanges = Object.fromEntries(entries);
    setBusy(true);
    setProblem(undefined);
    try {
      await source.saveAll(connection, changes);
      const kept = Object.entries(changes).map(([key, { new: value, old }]) => [
        key,
        { value, from: old, isSaved: true },
      ]);
      const saved: Drafts = Object.fromEntries(kept);
      setDrafts(saved);
      saySaved({ undo: () => void undo(reversed(changes)) });
      setTimeout(() => setDrafts((now) => (now === saved ? {} : now)), ANNOUNCED_AFTER_MS);
    } catch (error) {
      setProblem(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const undo = async (changes: PermissionChanges) => {
    setDrafts({});
    try {
      await source.saveAll(connection, changes);
    } catch (error) {
      showToast({ text: sentenceFor(error) });
    }
  };
  return (
    <Section title={t(title)} {...(help ? { help: t(help) } : {})}>
      {standings.map(({ setting, standing }) => (
        <PermissionRow
          key={setting.key}
          setting={setting}
          standing={standing}
          onChange={(value) => choose(setting, value)}
        />
      ))}
      {(changed.length > 0 || problem !== undefined) && (
        <div className="save-bar">
          <Button kind="primary" isDisabled={isBusy || !isWhole || changed.length === 0} onPress={() => void save()}>
            {t("who.save")}
          </Button>
          <Button onPress={discard}>{t("who.discard")}</Button>
          {problem !== undefined && (
            <span className="bad" role="alert">
              {problem}
            </span>
          )}
        </div>
      )}
    </Section>
  );
}

const sentenceFor = (error: unknown): string =>
  error instanceof RequestError && error.code === "EXPECTATION_MISMATCH" ? t("who.meanwhile") : sentenceOf(error);

interface PermissionRowProps {
  readonly setting: Setting;
  readonly standing: Standing;
  readonly onChange: (value: WhoValue) => void;
}

function PermissionRow({ setting, standing, onChange }: PermissionRowProps) {
  const { control, label, help, rule } = setting;
  const { value, overtaken } = standing;
  const { store } = useSession();
  const isLocked = useStore((state) => rule !== undefined && !rule.may(state));
  const id = useId();
  const said = isLocked ? rule?.who : help;
  const described = { describedBy: said === undefined ? undefined : `${id}-help` };
  return (
    <Row
      name={setting.key}
      label={isLocked ? <span>{t(label)}</span> : <label htmlFor={id}>{t(label)}</label>}
      help={said !== undefined && <small id={`${id}-help`}>{t(said)}</small>}
      problem={
        overtaken !== undefined &&
        t("who.overtaken", { theirs: whoText(store.state, value), mine: whoText(store.state, overtaken) })
      }
    >
      {isLocked ? (
        <span className="setting-value" dir="auto">
          <SettingValue control={control} value={value} />
        </span>
      ) : (
        <SettingControl
          control={control}
          id={id}
          {...described}
          value={value}
          onChange={(chosen) => onChange(chosen as WhoValue)}
        />
      )}
    </Row>
  );
}
