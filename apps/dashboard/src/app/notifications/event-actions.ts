import type { Client, OptionsOf, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

/** Sends events of the builder, and decides which events go to which destinations. */
export function eventActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    sendEvent: (body: OptionsOf<'post', `${typeof base}/events`>['body']) =>
      client.post(`${base}/events`, { params, body }),
    createEventType: (body: OptionsOf<'post', `${typeof base}/event-types`>['body']) =>
      client.post(`${base}/event-types`, { params, body }),
    deleteEventType: (eventType: string) =>
      client.delete(`${base}/event-types/{eventType}`, { params: { ...params, eventType } }),
    createTopic: (name: string) => client.post(`${base}/topics`, { params, body: { name } }),
    renameTopic: (topicId: string, name: string) =>
      client.patch(`${base}/topics/{topicId}`, { params: { ...params, topicId }, body: { name } }),
    deleteTopic: (topicId: string) =>
      client.delete(`${base}/topics/{topicId}`, { params: { ...params, topicId } }),
    createEventRoute: (
      topicId: string,
      eventType: Schemas['NotificationEventTopicRoute']['eventType'],
    ) =>
      client.post(`${base}/notification-event-topic-routes`, {
        params,
        body: { topicId, eventType },
      }),
    deleteEventRoute: (routeId: string) =>
      client.delete(`${base}/notification-event-topic-routes/{routeId}`, {
        params: { ...params, routeId },
      }),
    createDestinationRoute: (topicId: string, destinationId: string) =>
      client.post(`${base}/topic-destination-routes`, { params, body: { topicId, destinationId } }),
    deleteDestinationRoute: (routeId: string) =>
      client.delete(`${base}/topic-destination-routes/{routeId}`, {
        params: { ...params, routeId },
      }),
  }
}
