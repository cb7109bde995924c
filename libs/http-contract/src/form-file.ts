import { z } from 'zod';

/** One file of a multipart form: the name and type its sender claims, and its bytes. */
export type FormFileContent = Readonly<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }>;

/** A file in the body of a multipart endpoint. */
export const FormFile = z
  .custom<FormFileContent>(isFormFile, 'is not a file')
  .meta({ type: 'string', format: 'binary' });

function isFormFile(value: unknown): boolean {
  const { name, type, bytes } = (value ?? {}) as Partial<FormFileContent>;
  return typeof name === 'string' && typeof type === 'string' && bytes instanceof Uint8Array;
}

/** The fields of a multipart body as they travel: a list is a field for each of its members. */
export async function encodeForm(
  fields: Readonly<Record<string, unknown>>,
): Promise<{ contentType: string; body: Uint8Array }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) append(form, name, one);
  }
  // Nobody but the platform itself knows how a form is written; its Response says so in bytes.
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
