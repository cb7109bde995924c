/**
 * The settings of tracing, which starts before the app's own settings are parsed. Nothing is imported here, since tracing changes
 * packages while they load.
 */
export function tracingEnv(): { endpoint: string | undefined; serviceName: string | undefined } {
  return {
    endpoint: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
    // An image starts what APP names.
    serviceName: process.env['OTEL_SERVICE_NAME'] || process.env['APP'] || undefined,
  };
}
