/** Texts of the sign-in pages. */
const english = {
  signIn: "Sign in",
  email: "Email",
  password: "Password",
  shared: "This is a shared computer",
  sharedHint: "Keeps nothing on this computer, and signs you out when the browser is closed.",
  forgotten: "Forgot your password?",
  signUp: "Create an account",
  doNotMatch: "That email and password do not match.",
  notAnAddress: "Enter a valid email address.",
  deactivated: "This account has been deactivated. Contact an administrator of the organization.",
  noPasswords: "This organization does not use password sign-in.",
  expired: "You need to choose a new password. Request one below.",
};

export type SignInWords = typeof english;

const german: SignInWords = {
  signIn: "Anmelden",
  email: "E-Mail",
  password: "Passwort",
  shared: "Diesen Computer benutzen auch andere",
  sharedHint: "Nichts bleibt auf ihm, und du bist abgemeldet, wenn der Browser geschlossen wird.",
  forgotten: "Passwort vergessen?",
  signUp: "Konto anlegen",
  doNotMatch: "E-Mail und Passwort passen nicht zusammen.",
  notAnAddress: "Gib eine gültige E-Mail-Adresse ein.",
  deactivated: "Dieses Konto ist deaktiviert. Frage einen Administrator der Organisation.",
  noPasswords: "In dieser Organisation kann man sich nicht mit einem Passwort anmelden.",
  expired: "Dein Passwort muss ersetzt werden. Fordere unten ein neues an.",
};

export const signInWords = { en: english, de: german };
