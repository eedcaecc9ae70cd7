/** The organization's icon or one of its logos: shown, uploaded, and removed. */
import { realmPictures } from "@parley/server/contract";
import { hereAt } from "../../../parts/here-at.ts";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { PictureButtons } from "../../pictures/PictureButtons.tsx";
import { usePictureUpload } from "../../pictures/usePictureUpload.tsx";
import { Row } from "../../SettingRow.tsx";
import { lockOf } from "../../setting.ts";
import { byAdministrators } from "../organization-settings.ts";

const PICTURES = {
  icon: {
    label: "organization.icon",
    url: "realm_icon_url",
    source: "realm_icon_source",
    most: "max_icon_file_size_mib",
  },
  logo: {
    label: "organization.logo",
    url: "realm_logo_url",
    source: "realm_logo_source",
    most: "max_logo_file_size_mib",
  },
  "night-logo": {
    label: "organization.nightLogo",
    url: "realm_night_logo_url",
    source: "realm_night_logo_source",
    most: "max_logo_file_size_mib",
  },
} as const;

/** The source of a picture that somebody uploaded. */
const UPLOADED = "U";

export function OrganizationPicture({ picture }: { readonly picture: keyof typeof PICTURES }) {
  const { label, url, source, most } = PICTURES[picture];
  const { connection } = useSession();
  const address = useRealm(url);
  const isUploaded = useRealm(source) === UPLOADED;
  const mebibytes = useRealm(most);
  const lock = useStore((state) => lockOf(byAdministrators, state));
  const mayChange = lock === undefined;
  const night = picture === "night-logo";
  const upload = usePictureUpload({
    // Logos keep their shape.
    isCropped: picture === "icon",
    send: (file) =>
      picture === "icon"
        ? connection.call(realmPictures.setRealmIcon, {}, { file })
        : connection.call(realmPictures.setRealmLogo, { night }, { file }),
    remove: () =>
      picture === "icon"
        ? connection.call(realmPictures.deleteRealmIcon, {})
        : connection.call(realmPictures.deleteRealmLogo, { night }),
  });
  return (
    <Row
      name={picture}
      label={
        <span className="organization-picture">
          <span>{t(label)}</span>
          <img className={picture} src={hereAt(address)} alt={t(label)} />
        </span>
      }
      help={<small>{lock === undefined ? t("profile.pictureHelp", { mebibytes }) : t(lock)}</small>}
      problem={upload.problem}
    >
      {mayChange && (
        <PictureButtons
          upload={upload}
          label={t("organization.uploadPicture", { picture: t(label) })}
          removeLabel={t("organization.removePicture", { picture: t(label) })}
          canRemove={isUploaded}
        />
      )}
    </Row>
  );
}
