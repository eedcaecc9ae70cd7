/** The page of the audit log: filters, the entries in words, and a download. */
import { auditLog as api } from "@parley/server/contract";
import { useState } from "react";
import { PeopleCombo } from "../../../actions/fields/PeopleCombo.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { type AuditEntry, type AuditKind, detailOf, KINDS, sentenceOf } from "./sentences.ts";
import { type AuditFilters, useAuditLog } from "./useAuditLog.ts";
import "./texts.ts";
import "./audit-log.css";

export function AuditLog({ page }: { readonly page: SettingsPage }) {
  const mayRead = useStore((state) => page.isFor?.(state) ?? false);
  return (
    <Page page={page}>
      <Section title={t("auditLog.list")} name="audit-log">
        {mayRead ? <Entries /> : <p className="quiet">{t("auditLog.locked")}</p>}
      </Section>
    </Page>
  );
}

/** What the fields of the filter say. */
interface Chosen {
  readonly kind: AuditKind | "all";
  readonly by: readonly number[];
  readonly to: readonly number[];
  /** Days, as the browser writes them. */
  readonly since: string;
  readonly until: string;
}

const EVERYTHING: Chosen = { kind: "all", by: [], to: [], since: "", until: "" };
const DAY_SECONDS = 86_400;

const startOf = (day: string): number => Math.floor(new Date(`${day}T00:00`).getTime() / 1000);

function filtersFrom({ kind, by, to, since, until }: Chosen): AuditFilters {
  const [actor_id] = by;
  const [user_id] = to;
  return {
    ...(kind === "all" ? {} : { actions: api.ACTIONS.filter((action) => KINDS[kind].test(action)) }),
    ...(actor_id === undefined ? {} : { actor_id }),
    ...(user_id === undefined ? {} : { user_id }),
    ...(since === "" ? {} : { since: startOf(since) }),
    // Including that day.
    ...(until === "" ? {} : { until: startOf(until) + DAY_SECONDS }),
  };
}

function Entries() {
  const [chosen, setChosen] = useState(EVERYTHING);
  const filters = filtersFrom(chosen);
  const { entries, isWhole, problem, isBusy, loadMore, reload } = useAuditLog(filters);
  return (
    <>
      <div className="audit-filters">
        <Filters chosen={chosen} onChange={setChosen} />
        <a className="btn audit-download" href={downloadAddress(filters)} download title={t("auditLog.downloadHelp")}>
          <Icon name="download" />
          {t("auditLog.download")}
        </a>
      </div>
      {problem !== undefined && <Failure text={problem} onRetry={reload} />}
      {!entries && problem === undefined && <Skeleton />}
      {entries?.length === 0 && <Empty icon="history" title={t("auditLog.none")} />}
      {entries && entries.length > 0 && <EntryList entries={entries} />}
      {!isWhole && (
        <Button isDisabled={isBusy} onPress={loadMore}>
          {t("auditLog.more")}
        </Button>
      )}
    </>
  );
}

/** Opened by the browser itself, with its session. */
function downloadAddress(filters: AuditFilters): string {
  const given = Object.entries(filters).map(([name, value]) => [name, JSON.stringify(value)]);
  return `/json${api.exportAuditLog.path}?${new URLSearchParams(Object.fromEntries(given))}`;
}

interface FiltersProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

function Filters({ chosen, onChange }: FiltersProps) {
  const choose = (changed: Partial<Chosen>) => onChange({ ...chosen, ...changed });
  const newest = (ids: readonly number[]) => ids.slice(-1);
  return (
    <>
      <select
        className="field setting-select"
        aria-label={t("auditLog.kind")}
        value={chosen.kind}
        onChange={({ target }) => choose({ kind: target.value as Chosen["kind"] })}
      >
        {(["all", ...Object.keys(KINDS)] as Chosen["kind"][]).map((kind) => (
          <option key={kind} value={kind}>
            {t(`auditLog.${kind}`)}
          </option>
        ))}
      </select>
      <PeopleCombo label={t("auditLog.by")} userIds={chosen.by} onChange={(by) => choose({ by: newest(by) })} />
      <PeopleCombo label={t("auditLog.to")} userIds={chosen.to} onChange={(to) => choose({ to: newest(to) })} />
      <DayField label={t("auditLog.since")} value={chosen.since} onChange={(since) => choose({ since })} />
      <DayField label={t("auditLog.until")} value={chosen.until} onChange={(until) => choose({ until })} />
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="audit-day">
      <span>{label}</span>
      <input type="date" className="field" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

function EntryList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const clock = useClock();
  const users = useStore((state) => state.users);
  const channels = useStore((state) => state.channels);
  const groups = useStore((state) => state.groups);
  const folders = useStore((state) => state.folders);
  const known = { users, channels, groups, folders };
  return (
    <ol className="audit-list" aria-label={t("auditLog.list")}>
      {entries.map((entry) => {
        const detail = detailOf(known, entry);
        const origin = [entry.ip_address, entry.client].filter((each) => each !== null).join(" · ");
        return (
          <li key={entry.id}>
            <span dir="auto">{sentenceOf(known, entry)}</span>
            {detail !== "" && <span className="audit-detail">{detail}</span>}
            <small>
              <time dateTime={new Date(entry.timestamp * 1000).toISOString()}>
                {momentText(entry.timestamp, clock)}
              </time>
              {origin !== "" && ` · ${origin}`}
            </small>
          </li>
        );
      })}
    </ol>
  );
}
