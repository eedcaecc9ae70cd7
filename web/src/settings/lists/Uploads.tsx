/** Files that the reader has uploaded. */
import { type ShapeOf, uploads } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { IconButton } from "../../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { momentText, sizeText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { FormDialog } from "../account/FormDialog.tsx";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { Table } from "./Table.tsx";

type Files = ShapeOf<(typeof uploads.getAttachments)["response"]>;
type UploadedFile = Files["attachments"][number];

export function Uploads({ page }: { readonly page: SettingsPage }) {
  const { connection } = useSession();
  const clock = useClock();
  const [files, setFiles] = useState<Files>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setFiles(await connection.call(uploads.getAttachments, {}));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  const remove = ({ id, name, messages }: UploadedFile) => {
    const submit = async () => {
      await connection.call(uploads.removeAttachment, { attachment_id: id });
      await load();
    };
    openDialog((close) => (
      <FormDialog
        title={t("listed.deleteQuestion", { name })}
        action={t("listed.deleteFile")}
        isDangerous
        onSubmit={submit}
        onClose={close}
      >
        <p>{t("listed.deleteLoss", { count: messages.length })}</p>
      </FormDialog>
    ));
  };
  const own = files?.attachments.reduce((sum, { size }) => sum + size, 0) ?? 0;
  return (
    <Page page={page}>
      <Section
        title={t("address.uploadedFiles")}
        {...(files ? { help: t("listed.space", { own: sizeText(own), all: sizeText(files.upload_space_used) }) } : {})}
      >
        {problem !== undefined && <Failure text={problem} onRetry={() => void load()} />}
        {!files && problem === undefined && <Skeleton />}
        {files?.attachments.length === 0 && <Empty icon="upload" title={t("listed.noUploads")} />}
        {files && files.attachments.length > 0 && (
          <Table
            label={t("address.uploadedFiles")}
            rows={files.attachments}
            keyOf={({ id }) => id}
            sortedBy={1}
            isDescending
            columns={[
              {
                title: t("listed.file"),
                of: ({ name }) => name,
                draw: ({ name, path_id }) => (
                  <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                ),
              },
              {
                title: t("listed.uploaded"),
                of: ({ create_time }) => create_time,
                draw: ({ create_time }) => momentText(create_time / 1000, clock),
              },
              { title: t("listed.size"), of: ({ size }) => size, draw: ({ size }) => sizeText(size) },
              {
                title: t("listed.inMessages"),
                of: ({ messages }) => messages.length,
                draw: ({ messages }) => <Messages ids={messages.map(({ id }) => id)} />,
              },
            ]}
            actions={(file) => (
              <IconButton
                icon="trash"
                label={t("listed.deleteNamed", { name: file.name })}
                onPress={() => remove(file)}
              />
            )}
          />
        )}
      </Section>
    </Page>
  );
}

/** Links to the first messages with the file. */
const Messages = ({ ids }: { readonly ids: readonly number[] }) => (
  <span className="with-mark">
    {ids.slice(0, 3).map((id) => (
      <a key={id} href={`#narrow/id/${id}`}>
        {t("listed.message", { id })}
      </a>
    ))}
    {ids.length > 3 && t("listed.moreMessages", { count: ids.length - 3 })}
  </span>
);
