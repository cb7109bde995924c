import { z } from 'zod';

/** One file of a multipart form: name and content type as claimed by the sender, and the bytes. */
export type FormFileContent = Readonly<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }>;

/** Schema of a file in the body of a multipart endpoint. */
export const FormFile = z
  .custom<FormFileContent>(isFormFile, 'is not a file')
  .meta({ type: 'string', format: 'binary' });

function isFormFile(value: unknown): boolean {
  const { name, type, bytes } = (value ?? {}) as Partial<FormFileContent>;
  return typeof name === 'string' && typeof type === 'string' && bytes instanceof Uint8Array;
}

/** The fields of a multipart body on the wire: a list becomes one field for each of its members. */
export async function encodeForm(
  fields: Readonly<Record<string, unknown>>,
): Promise<{ contentType: string; body: Uint8Array }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) append(form, name, one);
  }
  // The platform's Response writes the form to bytes, with its boundary: Node has no other public function for this.
  const written = new Response(form);
  return {
    contentType: written.headers.get('content-type') ?? 'multipart/form-data',
    body: new Uint8Array(await written.arrayBuffer()),
  };
}

function append(form: FormData, field: string, value: unknown): void {
  if (value === undefined) return;
  if (!isFormFile(value)) return form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  const { name, type, bytes } = value as FormFileContent;
  form.append(field, new Blob([bytes], { type }), name);
}
