/** Texts about changes to second factors. */
import type { Spoken } from "../../kernel/languages.ts";

export interface ChangeTexts {
  readonly authenticator_added: string;
  readonly authenticator_removed: string;
  readonly recovery_codes_replaced: string;
  readonly recovery_code_used: string;
  readonly removed_by_administrator: string;
  readonly removed_by_operator: string;
}

interface ChangeWords {
  readonly subject: string;
  readonly changes: ChangeTexts;
  readonly notYou: string;
}

export const changeWords = (organization: string): Spoken<ChangeWords> => ({
  en: {
    subject: `Two-factor authentication at ${organization}`,
    changes: {
      authenticator_added: "An authenticator app was added to your account. You now need its codes to sign in.",
      authenticator_removed: "The authenticator app was removed from your account.",
      recovery_codes_replaced: "Your account has new recovery codes. The previous ones no longer work.",
      recovery_code_used: "Someone used one of your recovery codes. It does not work again.",
      removed_by_administrator:
        "An administrator removed the second factors of your account. Your password is enough to sign in until you set up a new one.",
      removed_by_operator:
        "The person who runs the server removed the second factors of your account. Your password is enough to sign in until you set up a new one.",
    },
    notYou: "If this wasn't you, change your password now and tell an administrator of the organization.",
  },
  de: {
    subject: `Zwei-Faktor-Anmeldung bei ${organization}`,
    changes: {
      authenticator_added:
        "Zu deinem Konto gehört jetzt eine Authenticator-App. Zum Anmelden brauchst du von nun an ihre Codes.",
      authenticator_removed: "Die Authenticator-App gehört nicht mehr zu deinem Konto.",
      recovery_codes_replaced: "Dein Konto hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.",
      recovery_code_used: "Jemand hat einen deiner Wiederherstellungscodes verwendet. Er gilt nicht noch einmal.",
      removed_by_administrator:
        "Ein Administrator hat die zweiten Faktoren deines Kontos entfernt. Bis du einen neuen einrichtest, genügt dein Passwort.",
      removed_by_operator:
        "Der Betreiber des Servers hat die zweiten Faktoren deines Kontos entfernt. Bis du einen neuen einrichtest, genügt dein Passwort.",
    },
    notYou: "Warst du das nicht, dann ändere jetzt dein Passwort und sage es einem Administrator der Organisation.",
  },
});
