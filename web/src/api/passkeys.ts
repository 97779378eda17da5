// Passkeys, as a browser makes and finds them; and why it cannot, where it cannot.

/** What the house sends and gets back: as the standard writes options and credentials in JSON. */
export type Json = Record<string, unknown>;
type Described = { id: string; type: 'public-key' };

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (each) => String.fromCharCode(each)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Why there can be no passkeys on this page: it is not hidden from others on the way, or has a number for a name. */
export function hindrance(): '' | 'plain' | 'number' | 'browser' {
  const numbers = /^[\d.]+$|^\[/.test(location.hostname);
  if (!window.isSecureContext) return 'plain';
  if (numbers) return 'number';
  return 'PublicKeyCredential' in window ? '' : 'browser';
}

/** Let the browser make a passkey; null for somebody who would rather not. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const { challenge, user, excludeCredentials, ...more } = options as Json & {
    challenge: string;
    user: Json & { id: string };
    excludeCredentials?: Described[];
  };
  const publicKey = {
    ...more,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: (excludeCredentials ?? []).map((each) => ({ ...each, id: bytesOf(each.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await unlessTheyWouldRatherNot(navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return told(made, { attestationObject: textOf(response.attestationObject) });
}

/** Let the browser prove that it has one. */
export async function provePasskey(options: Json): Promise<Json | null> {
  const { challenge, ...more } = options as Json & { challenge: string };
  const publicKey = { ...more, challenge: bytesOf(challenge) } as PublicKeyCredentialRequestOptions;
  const found = await unlessTheyWouldRatherNot(navigator.credentials.get({ publicKey }));
  if (!found) return null;
  const response = found.response as AuthenticatorAssertionResponse;
  return told(found, {
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : null,
  });
}

function told(credential: PublicKeyCredential, more: Json): Json {
  const id = textOf(credential.rawId);
  const clientDataJSON = textOf(credential.response.clientDataJSON);
  return { id, rawId: id, type: credential.type, response: { clientDataJSON, ...more } };
}

async function unlessTheyWouldRatherNot(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
