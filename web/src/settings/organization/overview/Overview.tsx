/** The overview: how many people, channels, messages and files there are, by day, and whether deliveries arrive. */
import { useState } from "react";
import { Segments } from "../../../parts/Segments.tsx";
import { Banner, Failure, Skeleton } from "../../../parts/states.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText, numberText, sizeText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { DayChart } from "./DayChart.tsx";
import { type OverviewNumbers, useOverview } from "./useOverview.ts";
import "./texts.ts";
import "./overview.css";

export function Overview({ page }: { readonly page: SettingsPage }) {
  const mayRead = useStore((state) => page.isFor?.(state) ?? false);
  return (
    <Page page={page}>
      {mayRead ? (
        <Loaded />
      ) : (
        <Section title={t("overview.people")} name="overview">
          <p className="quiet">{t("overview.locked")}</p>
        </Section>
      )}
    </Page>
  );
}

function Loaded() {
  const { overview, problem, reload } = useOverview();
  if (problem !== undefined || !overview)
    return (
      <Section title={t("overview.people")} name="overview">
        {problem === undefined ? <Skeleton /> : <Failure text={problem} onRetry={reload} />}
      </Section>
    );
  return (
    <>
      <Counts overview={overview} />
      <Activity days={overview.days} />
      <Storage storage={overview.storage} />
      <Deliveries overview={overview} />
    </>
  );
}

const PEOPLE = ["owners", "administrators", "moderators", "members", "guests", "bots", "deactivated"] as const;
const ACTIVE = ["today", "week", "month"] as const;
const CHANNELS = ["web_public", "public", "private", "archived"] as const;

function Counts({ overview }: { readonly overview: OverviewNumbers }) {
  const { people, active_people, channels, messages } = overview;
  return (
    <>
      <Section title={t("overview.people")} name="overview">
        <dl className="overview-counts">
          {PEOPLE.map((name) => (
            <Count key={name} label={t(`overview.${name}`)} value={people[name]} />
          ))}
        </dl>
      </Section>
      <Section title={t("overview.active")} help={t("overview.activeHelp")}>
        <dl className="overview-counts">
          {ACTIVE.map((name) => (
            <Count key={name} label={t(`overview.${name}`)} value={active_people[name]} />
          ))}
        </dl>
      </Section>
      <Section title={t("overview.channels")}>
        <dl className="overview-counts">
          {CHANNELS.map((name) => (
            <Count key={name} label={t(`overview.${name}`)} value={channels[name]} />
          ))}
          <Count label={t("overview.messagesSent")} value={messages} />
        </dl>
      </Section>
    </>
  );
}

function Count({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  );
}

const RANGES = ["30", "90"] as const;

function Activity({ days }: { readonly days: OverviewNumbers["days"] }) {
  const [range, setRange] = useState<(typeof RANGES)[number]>("30");
  const shown = days.slice(-Number(range));
  return (
    <Section title={t("overview.activity")} help={t("overview.activityHelp")}>
      <Segments
        label={t("overview.range")}
        value={range}
        options={RANGES.map((value) => ({ value, label: t("overview.rangeDays", { count: Number(value) }) }))}
        onChange={setRange}
      />
      <DayChart
        title={t("overview.messagesByDay")}
        days={shown.map(({ date, messages }) => ({ date, value: messages }))}
      />
      <DayChart
        title={t("overview.peopleByDay")}
        days={shown.map(({ date, active_people }) => ({ date, value: active_people }))}
      />
    </Section>
  );
}

function Storage({ storage }: { readonly storage: OverviewNumbers["storage"] }) {
  const { uploads, upload_bytes, export_bytes, database_bytes } = storage;
  return (
    <Section title={t("overview.storage")}>
      <dl className="overview-facts">
        <Fact label={t("overview.uploads")}>{sizeText(upload_bytes)}</Fact>
        {uploads
          .toSorted((a, b) => b.bytes - a.bytes)
          .map(({ kind, files, bytes }) => (
            <Fact key={kind} label={t(`overview.${kind}`)} isPart>
              {t("overview.files", { size: sizeText(bytes), count: files })}
            </Fact>
          ))}
        <Fact label={t("overview.exports")}>{sizeText(export_bytes)}</Fact>
        {database_bytes !== null && <Fact label={t("overview.database")}>{sizeText(database_bytes)}</Fact>}
      </dl>
    </Section>
  );
}

interface FactProps {
  readonly label: string;
  /** Part of the one above. */
  readonly isPart?: boolean;
  readonly children: React.ReactNode;
}

function Fact({ label, isPart = false, children }: FactProps) {
  return (
    <div className={isPart ? "overview-part" : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Deliveries({ overview }: { readonly overview: OverviewNumbers }) {
  const clock = useClock();
  const { deliveries, sends_email, problems } = overview;
  const when = (time: number | null) => (time === null ? t("overview.never") : momentText(time, clock));
  return (
    <Section title={t("overview.deliveries")} help={t("overview.deliveriesHelp")}>
      {problems.map((problem) => (
        <Banner key={problem} kind="bad">
          {problem}
        </Banner>
      ))}
      {!sends_email && <Banner kind="warn">{t("overview.noEmail")}</Banner>}
      <dl className="overview-facts">
        {deliveries.map(({ way, waiting, retrying, failed, waiting_since, last_success, last_failure }) => (
          <Fact key={way} label={t(`overview.${way === "other" ? "otherJobs" : way}`)}>
            <span>
              {t("overview.queue", {
                waiting: numberText(waiting),
                retrying: numberText(retrying),
                failed: numberText(failed),
              })}
            </span>
            {waiting_since !== null && <small>{t("overview.waitingSince", { time: when(waiting_since) })}</small>}
            {way !== "other" && (
              <small>{t("overview.results", { success: when(last_success), failure: when(last_failure) })}</small>
            )}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}
