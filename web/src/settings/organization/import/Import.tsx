/** The page of imports: upload an archive, see what would come, import it, and read what has come. */
import { useState } from "react";
import { Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { nameOf } from "../../../state/people.ts";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { ImportUnderWay } from "./ImportUnderWay.tsx";
import { type ArchiveImport, isUnderWay } from "./imports-state.ts";
import { NewImport } from "./NewImport.tsx";
import { TallyView } from "./TallyView.tsx";
import { useImportDetails, useImports } from "./useImports.ts";
import "./texts.ts";
import "./import.css";

export function Import({ page }: { readonly page: SettingsPage }) {
  const mayImport = useStore((state) => page.isFor?.(state) ?? false);
  return (
    <Page page={page}>
      {mayImport ? (
        <Loaded />
      ) : (
        <Section title={t("address.import")} name="import">
          <p className="quiet">{t("imports.locked")}</p>
        </Section>
      )}
    </Page>
  );
}

function Loaded() {
  const { imports, problem, reload } = useImports();
  const current = imports?.find(isUnderWay);
  const earlier = imports?.filter((each) => !isUnderWay(each)) ?? [];
  return (
    <>
      <Section title={t("imports.new")} help={t("imports.newHelp")} name="import">
        {problem !== undefined && <Failure text={problem} onRetry={reload} />}
        {!imports && problem === undefined && <Skeleton rows={1} />}
        {imports && (current ? <ImportUnderWay row={current} /> : <NewImport />)}
      </Section>
      {imports && (
        <Section title={t("imports.earlier")}>
          {earlier.length === 0 && <Empty icon="upload" title={t("imports.none")} />}
          {earlier.map((row, index) => (
            <EarlierImport key={row.id} row={row} isOpen={index === 0 && !current} />
          ))}
        </Section>
      )}
    </>
  );
}

/** Its report is fetched when it is opened; the newest is open from the beginning. */
function EarlierImport({ row, isOpen }: { readonly row: ArchiveImport; readonly isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen);
  const clock = useClock();
  const users = useStore((state) => state.users);
  const by = row.acting_user_id === null ? "" : nameOf({ users }, row.acting_user_id);
  return (
    <details className="import-earlier" open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        <bdi>{row.file_name}</bdi>
        <small>
          {t(`imports.${row.state}`)} · {momentText(row.ended_at ?? row.uploaded_at, clock)}
          {by === "" ? "" : ` · ${by}`}
        </small>
      </summary>
      {isShown && <Report row={row} />}
    </details>
  );
}

function Report({ row }: { readonly row: ArchiveImport }) {
  const details = useImportDetails(row);
  return (
    <>
      {row.problem !== null && <p className="bad">{t(`imports.problem_${row.problem}`)}</p>}
      {row.started_at !== null && row.state !== "finished" && <p>{t("imports.staysWhatCame")}</p>}
      {details?.report && <TallyView tally={details.report} />}
      {details && !details.report && <p className="quiet">{t("imports.nothingTaken")}</p>}
    </>
  );
}
