/** The pictures of the message, as thumbnails: those that have arrived, and those on their way. */
import { IconButton } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { desk } from "../desk.ts";
import { type Picture, splitPictures, withPictures } from "./pictures.ts";
import { addressToShow, uploadsOf } from "./session-uploads.ts";
import { Bar } from "./UploadRows.tsx";
import { type Upload, type Uploads, useUploads } from "./uploads.ts";

interface PicturesProps {
  readonly sheet: number;
  readonly pictures: readonly Picture[];
}

export function Pictures({ sheet, pictures }: PicturesProps) {
  const uploads = uploadsOf(useSession(), sheet);
  const arriving = useUploads(uploads).filter(({ picture }) => picture !== undefined);
  if (pictures.length + arriving.length === 0) return null;
  const remove = (index: number) => {
    const { words, pictures: known } = splitPictures(desk.sheet(sheet)?.text ?? "");
    desk.writeTo(sheet, withPictures(words, known.toSpliced(index, 1)));
  };
  return (
    <ul className="pictures" aria-label={t("composer.pictures")}>
      {pictures.map(({ name, url }, index) => (
        <li key={url} className="picture">
          <img src={addressToShow(url)} alt={name} />
          <IconButton
            icon="close"
            size="s"
            label={t("composer.removePicture", { name })}
            onPress={() => remove(index)}
          />
        </li>
      ))}
      {arriving.map((upload) => (
        <Arriving key={`${upload.id}`} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function Arriving({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  const { id, name, picture, state } = upload;
  const isSending = state.name === "sending";
  return (
    <li className={isSending ? "picture arriving" : "picture bad"}>
      <img src={picture} alt={name} />
      {isSending ? (
        <span className="picture-state">
          <Bar share={state.share} name={name} />
        </span>
      ) : (
        <span className="picture-state" role="alert">
          <span className="trunc" title={state.reason}>
            {t("composer.notUploaded")}
          </span>
          <IconButton
            icon="refresh"
            size="s"
            label={t("composer.retryUpload", { name })}
            onPress={() => uploads.retry(id)}
          />
        </span>
      )}
      <IconButton
        icon="close"
        size="s"
        label={t("composer.cancelUpload", { name })}
        onPress={() => uploads.cancel(id)}
      />
    </li>
  );
}
