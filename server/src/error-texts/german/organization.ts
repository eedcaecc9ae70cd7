export const organization = {
  "Invalid audit log entry ID": "Ungültige ID eines Eintrags im Protokoll",
  "Emoji name is missing": "Der Name des Emojis fehlt",
  "Emoji names must end with either a letter or digit.":
    "Namen von Emojis müssen mit einem Buchstaben oder einer Ziffer enden.",
  "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.":
    "Namen von Emojis dürfen nur englische Kleinbuchstaben, Ziffern, Leerzeichen, Binde- und Unterstriche enthalten.",
  "A custom emoji with this name already exists.": "Ein eigenes Emoji mit diesem Namen existiert bereits.",
  "You must upload exactly one file.": "Lade genau eine Datei hoch.",
  "Only administrators can override default emoji.": "Nur Administratoren können eingebaute Emojis ersetzen.",
  "Emoji '{0}' does not exist": "Das Emoji „{0}“ gibt es nicht",
  "Must be an organization administrator or emoji author":
    "Dafür musst du Administrator der Organisation sein oder das Emoji hinzugefügt haben",
  "Invalid domain: {0}": "Ungültige Domain: {0}",
  "The domain {0} is already a part of your organization.": "Die Domain {0} gehört bereits zu deiner Organisation.",
  "No entry found for domain {0}.": "Es gibt keinen Eintrag für die Domain {0}.",
  "it is empty.": "sie ist leer.",
  "it has no dot.": "sie hat keinen Punkt.",
  "it is longer than {0} characters.": "sie ist länger als {0} Zeichen.",
  "it begins or ends with a dot.": "sie beginnt oder endet mit einem Punkt.",
  "two dots follow each other.": "zwei Punkte folgen aufeinander.",
  "a part of it begins or ends with a dash.": "ein Teil von ihr beginnt oder endet mit einem Bindestrich.",
  "only letters, digits, dots and dashes are allowed.":
    "nur Buchstaben, Ziffern, Punkte und Bindestriche sind erlaubt.",
  "A linkifier with this pattern already exists.": "Ein Linkmuster mit diesem Muster existiert bereits.",
  "Linkifier not found.": "Das Linkmuster wurde nicht gefunden.",
  "The ordered list must not contain duplicated linkifiers": "Die Reihenfolge darf kein Linkmuster mehrfach enthalten",
  "The ordered list must enumerate all existing linkifiers exactly once":
    "Die Reihenfolge muss jedes vorhandene Linkmuster genau einmal enthalten",
  "Uploaded file is larger than the allowed limit of {0} MiB":
    "Die hochgeladene Datei ist größer als die erlaubten {0} MiB",
  "Invalid image format": "Ungültiges Bildformat",
  "Could not decode image; did you upload an image file?":
    "Das Bild konnte nicht gelesen werden. Ist die Datei ein Bild?",
  "Image size exceeds limit.": "Das Bild ist zu groß.",
  "Image is corrupted or truncated": "Das Bild ist beschädigt oder unvollständig",
  "This field cannot be blank.": "Dieses Feld darf nicht leer sein.",
  "This language already has a playground with this name.":
    "Für diese Sprache gibt es bereits einen Playground mit diesem Namen.",
  "Invalid characters in pygments language": "Unzulässige Zeichen in der Programmiersprache",
  "Invalid URL template.": "Ungültige URL-Vorlage.",
  'Missing the required variable "code" in the URL template': "Der URL-Vorlage fehlt die Variable „code“",
  '"code" should be the only variable present in the URL template':
    "„code“ muss die einzige Variable der URL-Vorlage sein",
  "Invalid playground": "Ungültiger Playground",
  "Must be a demo organization.": "Das geht nur in einer Demo-Organisation.",
  "Data deletion time must be at least {0} days in the future.":
    "Die Daten können frühestens in {0} Tagen gelöscht werden.",
  "The organization is already deactivated.": "Die Organisation ist bereits deaktiviert.",
  "The organization is active.": "Die Organisation ist aktiv.",
  "The organization is being deleted.": "Die Organisation wird gerade gelöscht.",
  "You must upload exactly one icon.": "Lade genau ein Symbol hoch.",
  "You must upload exactly one logo.": "Lade genau ein Logo hoch.",
  "At least one authentication method must be enabled.": "Mindestens eine Anmeldemethode muss eingeschaltet sein.",
  "Invalid authentication method: {0}. Valid methods are: {1}": "Ungültige Anmeldemethode: {0}. Gültig sind: {1}",
  "Moderation request channel must be private.": "Der Kanal für Meldungen muss privat sein.",
  "Invalid {0} {1}": "{0} ist ungültig: {1}",
  "jitsi_server_url is not an allowed_type": "jitsi_server_url hat keinen erlaubten Wert",
  "Invalid language '{0}'": "Ungültige Sprache „{0}“",
  "Invalid character in organization name, at position {0}.":
    "Unzulässiges Zeichen im Namen der Organisation, an Stelle {0}.",
  "Invalid default_language": "default_language ist ungültig",
  "Invalid email batching period: {0} seconds": "Ungültige Wartezeit für E-Mails: {0} Sekunden",
  "Invalid notification sound '{0}'": "Ungültiger Benachrichtigungston „{0}“",
  "Not a recognized time zone": "keine bekannte Zeitzone",
  "The data of an organization with legal holds cannot be deleted. Lift them first, or deactivate it without deleting its data.":
    "Die Daten einer Organisation mit Aufbewahrungspflichten können nicht gelöscht werden. Hebe sie zuerst auf, oder deaktiviere die Organisation, ohne ihre Daten zu löschen.",
};
